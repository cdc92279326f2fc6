// Every fact of the graph.
//
// columns: s: iri, p: iri, o: term

MATCH (s:Entity)-[r]->(o)
RETURN s.iri AS s, type(r) AS p, coalesce(o.iri, o.term) AS o
