"""The claims of docs/bounds.md, recomputed without the library: a module for each section. scripts/check constants runs
them."""
