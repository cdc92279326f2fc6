// A sensitive attribute of somebody or something that the graph hardly knows.
//
// params:  $degree: int = 2, $predicates: iri*, $most: int = 200
// params:  $closed: (p iri, found iri, o iri)* =
//            (wdt:P21 wd:Q6581097 wd:Q6581097) (wdt:P21 wd:Q44148 wd:Q6581097)
//            (wdt:P21 wd:Q6581072 wd:Q6581072) (wdt:P21 wd:Q43445 wd:Q6581072)
//            (wdt:P30 wd:Q15 wd:Q15) (wdt:P30 wd:Q18 wd:Q18) (wdt:P30 wd:Q46 wd:Q46)
//            (wdt:P30 wd:Q48 wd:Q48) (wdt:P30 wd:Q49 wd:Q49) (wdt:P30 wd:Q51 wd:Q51)
//            (wdt:P30 wd:Q538 wd:Q538) (wdt:P30 wd:Q3960 wd:Q538) (wdt:P30 wd:Q27611 wd:Q49)
//            (wdt:P91 wd:Q6636 wd:Q6636) (wdt:P91 wd:Q592 wd:Q6636) (wdt:P91 wd:Q6649 wd:Q6636)
//            (wdt:P91 wd:Q43200 wd:Q43200) (wdt:P91 wd:Q1035954 wd:Q1035954)
//            (wdt:P140 wd:Q5043 wd:Q5043) (wdt:P140 wd:Q1841 wd:Q5043)
//            (wdt:P140 wd:Q9592 wd:Q5043) (wdt:P140 wd:Q23540 wd:Q5043)
//            (wdt:P140 wd:Q75809 wd:Q5043) (wdt:P140 wd:Q6423963 wd:Q5043)
//            (wdt:P140 wd:Q3333484 wd:Q5043) (wdt:P140 wd:Q35032 wd:Q5043)
//            (wdt:P140 wd:Q93191 wd:Q5043) (wdt:P140 wd:Q33203 wd:Q5043)
//            (wdt:P140 wd:Q178169 wd:Q5043) (wdt:P140 wd:Q101849 wd:Q5043)
//            (wdt:P140 wd:Q432 wd:Q432) (wdt:P140 wd:Q483654 wd:Q432)
//            (wdt:P140 wd:Q9585 wd:Q432) (wdt:P140 wd:Q748 wd:Q748) (wdt:P140 wd:Q132265 wd:Q748)
//            (wdt:P140 wd:Q48362 wd:Q748) (wdt:P140 wd:Q7953 wd:Q748) (wdt:P140 wd:Q9089 wd:Q9089)
//            (wdt:P140 wd:Q9268 wd:Q9268) (wdt:P140 wd:Q9232 wd:Q9232)
//            (wdt:P140 wd:Q9316 wd:Q9316) (wdt:P140 wd:Q7066 wd:Q7066)
// columns: p: iri, s: iri, o: iri
// group:   p
// sample:  $most per group
// role:    attribute = implied s p o
// metric:  sensitive_named
// options: o of $closed

// The class that an object counts as is what is asked for; it has to be an object itself somewhere,
// so that the graph has a name for it, and others beside it.
UNWIND $closed AS one
MATCH (o)
WHERE o.iri = one.o
  AND o:Entity  // for speed alone
  AND EXISTS { MATCH ()-[:$(one.p)]->(o) }
MATCH (s)-[p:$(one.p)]->(found)
WHERE found.iri = one.found
  AND s <> found
  AND s <> o
  AND found:Entity  // for speed alone
  AND type(p) IN $predicates
WITH DISTINCT s, type(p) AS p, o
MATCH (s)-[r]-(other)
WHERE NOT other:Mention
WITH s, p, o, count(r) AS facts
WHERE facts <= $degree
RETURN p, s.iri AS s, o.iri AS o
