// Second library of the stand-in for OpenFHE.
int core() { return 0; }
