"""The claims of docs/bounds.md, recomputed without the library: a module for each section. scripts/check_constants runs
them."""
