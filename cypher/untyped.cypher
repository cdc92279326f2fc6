// The predicates of a graph without types, in which any subject of a fact may be asked about.
//
// params:  $type: iri = p of typing, $none: iri = kgf:noType
// columns: p: iri
// note:    the graph has no types: all its entities are asked about

MATCH ()-[r]->()
WHERE $type = $none
RETURN DISTINCT type(r) AS p
