// The sentences that express each fact, and the documents they stand in.
//
// params:  $facts: (s iri, p iri, o term)*
// columns: s: iri, p: iri, o: term, text: str, source: str

UNWIND $facts AS fact
MATCH (mention)-[:SUBJECT]->(s)
WHERE s.iri = fact.s
  AND s:Entity  // for speed alone
  AND mention.predicate = fact.p
MATCH (mention)-[:OBJECT]->(o)
WHERE coalesce(o.iri, o.term) = fact.o
MATCH (mention)-[:EXPRESSED_IN]->(sentence)
RETURN DISTINCT fact.s AS s, fact.p AS p, fact.o AS o,
       sentence.text AS text, sentence.source AS source
