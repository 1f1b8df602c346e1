"""Constants of the sources as terms of Coq, the theorems about them, and the documents that name these."""
