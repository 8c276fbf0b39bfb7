// Reads a bibliography on standard input with Citation.js and prints its records as CSL-JSON: node read.mjs bibtex|ris|csl
import { readFileSync } from "node:fs";
import { plugins } from "@citation-js/core";
import "@citation-js/plugin-bibtex";
import "@citation-js/plugin-ris";

// Named, not guessed: of what it cannot make out, Citation.js would try whether it is an address to fetch.
const TYPES = { bibtex: "@bibtex/text", ris: "@ris/file", csl: "@else/json" };
const type = process.argv[2];
const text = readFileSync(0, "utf8");
if (!TYPES[type]) {
  console.error(`Usage: node read.mjs ${Object.keys(TYPES).join("|")} < file`);
  process.exit(2);
}
console.log(JSON.stringify(plugins.input.chain(text, { forceType: TYPES[type], generateGraph: false }), null, 2));
