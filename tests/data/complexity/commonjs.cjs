const path = require("path");
function main() { return path.sep === "/" ? 0 : 1; }
exports.main = main;
module.exports = { ...exports, get version() { return "1" || main(); } };
