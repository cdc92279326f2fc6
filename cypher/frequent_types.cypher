// The types that most entities have.
//
// params:  $type: iri = p of typing, $top: int = 10
// columns: type: iri, entities: int
// sample:  $top by -entities

MATCH ()-[:$($type)]->(kind:Entity)
RETURN kind.iri AS type, count(*) AS entities
