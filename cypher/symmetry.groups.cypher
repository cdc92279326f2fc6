// Of each predicate: its triples, those that have their twin, and its self-loops. For PCA
// confidence only triples count whose object is a subject of the predicate, too.
//
// params:  $predicates: iri*
// columns: p: iri, triples: int, self_loops: int, matches: int, body: int, pca_body: int, head: int

CALL () {
  MATCH (a)-[r]->(b)
  WHERE type(r) IN $predicates
    AND a <> b
  RETURN type(r) AS p, count(*) AS t, 0 AS l, 0 AS m, 0 AS c
  UNION ALL
  MATCH (a)-[r]->(a)
  WHERE type(r) IN $predicates
  RETURN type(r) AS p, 0 AS t, count(*) AS l, 0 AS m, 0 AS c
  UNION ALL
  MATCH (a)-[r]->(b)
  WHERE type(r) IN $predicates
    AND a <> b
  MATCH (b)-[s]->(a)
  WHERE type(s) = type(r)
  RETURN type(r) AS p, 0 AS t, 0 AS l, count(*) AS m, 0 AS c
  UNION ALL
  MATCH (a)-[r]->(b)
  WHERE type(r) IN $predicates
    AND a <> b
    AND EXISTS { MATCH (b)-[s]->(any) WHERE type(s) = type(r) AND b <> any }
  RETURN type(r) AS p, 0 AS t, 0 AS l, 0 AS m, count(*) AS c
}
RETURN p, sum(t) AS triples, sum(l) AS self_loops, sum(m) AS matches,
       sum(t) AS body, sum(c) AS pca_body, sum(t) AS head
