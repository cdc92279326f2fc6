// The predicates of a graph whose facts give no types, in which any subject of a fact may be asked about.
//
// params:  $type: iri = p of typing, $none: iri = kgf:noType
// columns: p: iri
// note:    no fact gives a type: all entities are asked about (--type names what gives types)

MATCH ()-[r]->()
WHERE $type = $none
RETURN DISTINCT type(r) AS p
