// Loaded by the driver of playwright, which tells every page which theme to prefer. Debian's Firefox does not know
// that command yet and refuses the page; a command that every browser knows, and that changes nothing, takes its place.
const { Module } = require("node:module");

const UNKNOWN = "emulation.setMediaFeaturesOverride";
const { _compile } = Module.prototype;
Module.prototype._compile = function (text, ...more) {
  return _compile.call(this, text.replaceAll(`"${UNKNOWN}"`, '"session.status"'), ...more);
};
