module ringlet

go 1.21
