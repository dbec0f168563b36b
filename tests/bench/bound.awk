# The bound: no plan takes less. The cycles are those of the rack's default surroundings: 50 bytes a cycle on links and host ports,
# a hop of 150, 225 to read host memory, 125 to write it. A chunk of 4096 bytes is 4188 on the wire.
function wire(bytes) { return bytes * 4188 / 4096 / 50 }
function more(a, b) { return a > b ? a : b }
# Ranks' parts are equal and of whole elements.
function whole_parts(n, bytes) { return 4 * n * int((bytes / 4 + n - 1) / n) }
# The bytes at the busiest link.
function bare_bound(coll, n, bytes) {
	if (coll == "barrier") return 0
	if (coll == "allreduce") return 2 * (n - 1) / n * wire(bytes)
	if (coll == "reduce_scatter" || coll == "allgather") return (n - 1) / n * wire(whole_parts(n, bytes))
	return wire(bytes)
}
# A result of at most 16 bytes comes in the completion, and such an operand in the descriptor, but for what consists of parts.
function result_of(coll, n, bytes) {
	return coll != "allgather" && (coll == "reduce_scatter" ? whole_parts(n, bytes) / n : bytes) <= 16 ? 0 : 125
}
function operand_of(coll, n, bytes) {
	return coll != "reduce_scatter" && (coll == "allgather" ? whole_parts(n, bytes) / n : bytes) <= 16 ? 0 : 225
}
# The descriptor is pushed, the operand read, there is a hop, and the result is written; a barrier has neither operand nor result. A
# rank's own part of a reduce-scatter or an allgather needs no hop, but all parts go through its host port.
function bound(coll, n, bytes,  least) {
	if (coll == "barrier") return 150
	least = operand_of(coll, n, bytes) + 150 + result_of(coll, n, bytes) + bare_bound(coll, n, bytes)
	if (coll != "reduce_scatter" && coll != "allgather") return least
	return more(least, operand_of(coll, n, bytes) + 125 + whole_parts(n, bytes) / 50)
}
