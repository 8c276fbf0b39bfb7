// Cites the CSL-JSON on standard input with Citation.js and prints a list of citations: node cite.mjs vancouver|apa
import { readFileSync } from "node:fs";
import { Cite } from "@citation-js/core";
import "@citation-js/plugin-csl";

const template = process.argv[2];
const records = JSON.parse(readFileSync(0, "utf8"));
const options = { template, format: "text", lang: "en-US" };
// Named, not guessed: what it cannot make out, Citation.js might fetch.
const cite = (record) => new Cite([record], { forceType: "@csl/object", generateGraph: false }).format("bibliography", options);
console.log(JSON.stringify(records.map((record) => cite(record).trim()), null, 2));
