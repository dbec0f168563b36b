# LAMMPS, a molecular dynamics program in C++: a melt. Read by apps.sh.
packages="lammps"
compared="the thermodynamic table and the counts of atoms and neighbours, every digit"

prepare() {
	cat >in.melt <<-END
		units lj
		atom_style atomic
		lattice fcc 0.8442
		region box block 0 4 0 4 0 4
		create_box 1 box
		create_atoms 1 box
		mass 1 1.0
		velocity all create 3.0 87287
		pair_style lj/cut 2.5
		pair_coeff 1 1 1.0 1.0 2.5
		neighbor 0.3 bin
		neigh_modify every 20 delay 0 check no
		fix 1 all nve
		thermo 10
		run 200
	END
}

results() { sed -n '/^Step/,/^Loop/p; /^Nlocal/,/builds/p' out | grep -v '^Loop'; }

app "LAMMPS: melt" 4 lmp -in in.melt
