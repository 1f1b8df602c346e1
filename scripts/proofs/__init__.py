"""The claims of docs/bounds, recomputed without the library: a module for each section. scripts/check constants runs
them."""
