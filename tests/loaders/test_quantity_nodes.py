"""Nodes that are a number and a unit, in each of four vocabularies, before and behind their use."""

from collections import Counter
from pathlib import Path

import pyoxigraph as ox
import pytest

from kgforge import magnitudes, terms, value_names
from kgforge.schema import Triple
from tests.loaders.test_rdf import EX, read, triples, written

PREFIXES = f"""
@prefix e: <{EX}> . @prefix qudt: <http://qudt.org/schema/qudt/> .
@prefix unit: <http://qudt.org/vocab/unit/> . @prefix s: <https://schema.org/> .
@prefix om: <http://www.ontology-of-units-of-measure.org/resource/om-2/> .
@prefix crm: <http://www.cidoc-crm.org/cidoc-crm/> .
"""
NODES = """
_:k2 a qudt:QuantityValue ; qudt:numericValue "8611"^^<http://www.w3.org/2001/XMLSchema#double> .
e:k2 e:height _:k2 .
_:k2 qudt:unit unit:M .
e:tower e:height [ a s:QuantitativeValue ; s:value 330 ; s:unitCode "MTR" ] .
e:mast e:height [ s:value 500 ; s:unitText "feet" ] .
e:pole e:height [ om:hasNumericalValue 12 ; om:hasUnit om:squareMetre ] .
e:vase e:height e:dimension . e:dimension crm:P90_has_value 32 ; crm:P91_has_unit unit:CentiM .
e:odd e:height [ om:hasNumericalValue 12 ; om:hasUnit om:furlongPerFortnight ] .
"""
FOUND = {
    "k2": "8611 m",
    "tower": "330 m",
    "mast": "500 ft",
    "pole": "12 m²",
    "vase": "32 cm",
}


@pytest.mark.parametrize("name", ["g.ttl", "g.nt", "g.jsonld"])
def test_a_node_of_a_number_and_a_unit_is_a_quantity(tmp_path: Path, name: str) -> None:
    text = PREFIXES + NODES
    if not name.endswith("ttl"):
        syntax = ox.RdfFormat.from_extension(name.partition(".")[2])
        quads = ox.parse(text.encode(), format=ox.RdfFormat.TURTLE)
        serialized = ox.serialize(quads, format=syntax)
        assert serialized is not None
        text = serialized.decode()
    entries = read(written(tmp_path, text, name))
    facts = {
        each.subject.removeprefix(EX): value_names.spelt(each.object, "en")
        for each in triples(entries)
    }
    assert {name: spelt and spelt[0] for name, spelt in facts.items()} == FOUND
    reasons = Counter(skip.reason for entry in entries for skip in entry.skipped)
    assert reasons == {
        "of a quantity that is a node (QUDT, OM, schema.org, CIDOC-CRM)": 14,
        "a quantity in a unit that is not in ontologies/units.tsv: furlongPerFortnight": 1,
    }


def test_a_node_with_a_name_of_its_own_is_left_as_it_is(tmp_path: Path) -> None:
    text = 'e:x s:additionalProperty e:y . e:y s:name "wing span" ; s:value 12 ; s:unitText "m" .'
    found = triples(read(written(tmp_path, PREFIXES + text)))
    assert Triple(f"{EX}x", "https://schema.org/additionalProperty", f"{EX}y") in found


@pytest.mark.parametrize(
    ("large", "small"),
    [
        ("9^http://qudt.org/vocab/unit/KiloM", "8611^http://qudt.org/vocab/unit/M"),
        ("330 m^https://w3id.org/cdt/length", "1000 [ft_i]^https://w3id.org/cdt/length"),
        ("330 m^https://w3id.org/cdt/length", "500^" + terms.wikidata_entity("Q3710")),
    ],
)
def test_quantities_with_codes_are_converted_before_they_are_compared(
    large: str, small: str
) -> None:
    one, other = (
        terms.literal(value, datatype=datatype)
        for value, _, datatype in (each.partition("^") for each in (large, small))
    )
    assert magnitudes.larger(one, other) is True
    assert magnitudes.larger(other, one) is False
