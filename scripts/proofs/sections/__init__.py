"""A module for each section of docs/bounds.md; of section 13 a module for each of its parts."""
