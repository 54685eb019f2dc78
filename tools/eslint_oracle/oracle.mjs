/**
 * What ESLint itself says about the cyclomatic complexity of every script in datasets/ and tests/data/complexity/.
 *
 * Writes tests/data/eslint_oracle.json: path from the repository's root -> {complexity, functions}, sorted by path.
 * `complexity` is the sum of what the rule `complexity` reports with a maximum of 0, `functions` the number of
 * its reports (functions, class field initialisers and class static blocks). A file that ESLint cannot parse is
 * named and nothing is written: the oracle must cover every file.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import * as parser from "@typescript-eslint/parser";
import { Linter } from "eslint";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const SOURCES = ["datasets", join("tests", "data", "complexity")];
const TARGET = join(ROOT, "tests", "data", "eslint_oracle.json");
const CODE = /\.[cm]?[jt]s$|\.[jt]sx$/i;
const LEFT_OUT = /\.test\.|\.min\.js$|\.d\.[cm]?ts$/i;
const FOLDERS_LEFT_OUT = /^(?:node_modules|dist|build|coverage|\..+)$/;

const linter = new Linter({ cwd: ROOT });
linter.defineParser("typescript", parser);
const CONFIG = {
  root: true,
  parser: "typescript",
  parserOptions: { ecmaVersion: "latest", sourceType: "module", ecmaFeatures: { jsx: true } },
  rules: { complexity: ["error", 0] },
};

/** Paths of the scripts below `folder`, as the measurement chooses them; none when there is no such folder. */
function scripts(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return FOLDERS_LEFT_OUT.test(entry.name) ? [] : scripts(path);
    return CODE.test(entry.name) && !LEFT_OUT.test(entry.name) ? [path] : [];
  });
}

/** ESLint's figures for one file; throws when it does not parse. Comments in the file cannot switch the rule off. */
function figures(path) {
  const messages = linter.verify(readFileSync(path, "utf8"), CONFIG, { filename: path, allowInlineConfig: false });
  const broken = messages.find((message) => message.fatal);
  if (broken) throw new Error(`${path}:${broken.line}: ${broken.message}`);
  const values = messages.map((message) => Number(/complexity of (\d+)/.exec(message.message)[1]));
  return { complexity: values.reduce((sum, value) => sum + value, 0), functions: values.length };
}

/** One file a line, so that a difference between two versions can be read. */
function lines(entries) {
  const rows = entries.map(([path, value]) => `  ${JSON.stringify(path)}: ${JSON.stringify(value)}`);
  return `{\n${rows.join(",\n")}\n}\n`;
}

const found = SOURCES.map((folder) => join(ROOT, folder)).filter((folder) => {
  try { return readdirSync(folder).length > 0; } catch { return false; }
}).flatMap(scripts);
const entries = found.map((path) => [relative(ROOT, path).split(sep).join("/"), figures(path)]);
entries.sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(TARGET, lines(entries));
console.log(`${entries.length} files, complexity ${entries.reduce((sum, [, value]) => sum + value.complexity, 0)}`);
