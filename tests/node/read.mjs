// Reads a bibliography on standard input with Citation.js and prints its records as CSL-JSON: node read.mjs bibtex|ris|csl
// Reads a vCard with ical.js and prints it as jCard (RFC 7095): node read.mjs vcard
import { readFileSync } from "node:fs";
import { plugins } from "@citation-js/core";
import "@citation-js/plugin-bibtex";
import "@citation-js/plugin-ris";
import ICAL from "ical.js";

// Named, not guessed: of what it cannot make out, Citation.js would try whether it is an address to fetch.
const TYPES = { bibtex: "@bibtex/text", ris: "@ris/file", csl: "@else/json" };
const type = process.argv[2];
const text = readFileSync(0, "utf8");
const read = {
  ...Object.fromEntries(
    Object.entries(TYPES).map(([name, forceType]) => [name, () => plugins.input.chain(text, { forceType, generateGraph: false })]),
  ),
  vcard: () => ICAL.parse(text),
};
if (!read[type]) {
  console.error(`Usage: node read.mjs ${Object.keys(read).join("|")} < file`);
  process.exit(2);
}
console.log(JSON.stringify(read[type](), null, 2));
