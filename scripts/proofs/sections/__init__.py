"""A module for each section of docs/bounds; of section 13 a module for each of its parts."""
