// Of each two predicates in a row: the triples of the first, and how many walks lead from the starts.
//
// params:  $starts: iri*, $predicates: iri*
// columns: r1: iri, r2: iri, triples: int, matches: int

CALL () {
  MATCH (a)-[r]->(b)
  WHERE a <> b
  WITH type(r) AS p, count(*) AS triples
  RETURN collect({p: p, triples: triples}) AS counted
}
CALL () {
  MATCH (x)-[f1]->(y)
  WHERE x.iri IN $starts
    AND x:Entity  // for speed alone
    AND x <> y
    AND type(f1) IN $predicates
  MATCH (y)-[f2]->(z:Entity)
  WHERE y <> z
    AND x <> z
    AND type(f2) IN $predicates
  RETURN type(f1) AS r1, type(f2) AS r2, count(*) AS matches
}
RETURN r1, r2, head([one IN counted WHERE one.p = r1 | one.triples]) AS triples, matches
