# mpi4py, MPI from Python, at the level of threads that it asks for by default, and at a lower one. Read by apps.sh.
packages="python3-mpi4py"
compared="what every rank got, every digit"

prepare() { cp "$here/reductions.py" .; }
results() { cat out; }
app "mpi4py" 4 /usr/bin/python3 reductions.py
app "mpi4py, one thread at a time" 4 /usr/bin/python3 -m mpi4py -rc thread_level=serialized reductions.py
