// Writes the CSL-JSON on standard input with Citation.js: node write.mjs bibtex|biblatex|ris
import { readFileSync } from "node:fs";
import { Cite } from "@citation-js/core";
import "@citation-js/plugin-bibtex";
import "@citation-js/plugin-ris";

const records = JSON.parse(readFileSync(0, "utf8"));
// Named, not guessed: what it cannot make out, Citation.js might fetch.
console.log(new Cite(records, { forceType: "@csl/list+object", generateGraph: false }).format(process.argv[2]));
