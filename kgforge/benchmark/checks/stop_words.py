"""Words of a language that tell nothing by themselves."""

from typing import Final

_STOPS: Final = {
    "cs": """
        ačkoli aniž avšak během bude budou bych byla byli bylo byly celý další dnes hlavně jako jeho
        jehož jejich jejichž jemu jenž jestli ještě její jich jimi jiné jiný jsem jsou kam kdo kdy
        kdyby když která které kterého kterém kterému kterou který kterých kterým kterými kteří
        mezi může nebo nebyl není než nich někdo některé některý pod podle pokud pouze právě proto
        protože proč před přes při sice snad svou svého svém svůj také takže tato této tedy tento
        tohle toho tohoto tomto tomu tomuto tou touto tuto tyto vedle více všech všechny však zase
        zatímco zda""",
    "de": """
        aber alle allem allen aller alles also andere anderen auch beim bevor bist damit dann darum
        dass dein deine denn deren dessen dich diese diesem diesen dieser dieses doch dort durch
        eine einem einen einer eines etwas euch euer eure gegen gewesen habe haben hatte hatten hier
        hinter ihnen ihre ihrem ihren ihrer ihres jede jedem jeden jeder jedes jene jener jetzt kann
        kein keine können machen mehr mein meine mich nach nicht nichts noch oder ohne sehr sein
        seine seinem seinen seiner seines selbst sich sind solche soll sondern sonst über unter
        viel vom warum was weil welche welchem welchen welcher welches wenn werde werden wird wieder
        wirst wollen worden wurde wurden würde während zwar zwischen""",
    "en": """
        about above after again against also among around because been before being below between
        both could does doing down during each ever every from further have having here hers herself
        himself into itself just more most must myself once only other ours ourselves over same
        shall should some such than that their theirs them themselves then there these they this
        those through under until upon very were what when where which while whom whose will with
        within without would your yours yourself""",
    "es": """
        algo algunas algunos ante antes aquel aquella como contra cual cuál cuando cuándo desde
        donde dónde durante ella ellas ellos entre eran eres esa esas esos esta está están estas
        este esto estos fueron fuiste había habían hasta hemos muchos nada nosotros otra otras otro
        otros para pero poco porque quien quién quienes según será sido siendo sobre somos suya
        suyo también tanto tenía tiene tienen todo todos tras unas unos vosotros""",
    "fr": """
        alors aussi autre autres avait avant avec avoir cela celle celui cette comme contre dans
        depuis deux dont elle elles entre était étaient être eurent fait furent ils leur leurs
        lorsque mais même nous notre parce pendant peut plus pour pourquoi quand quel quelle quelles
        quels sans sera ses sont sous sur tous tout toute toutes très vers vous votre""",
    "ru": """
        более больше будет будто бы быть вдруг ведь весь всегда всего всех вы даже другой если есть
        какая какой когда конечно которая которого которой котором которую которые который куда
        лучше между меня много может можно надо наконец него нельзя нибудь никогда ними ничего
        один опять перед под после потом потому почти при про разве сейчас себе себя совсем также
        такой там тебя тем теперь тогда того тоже только том тот три хорошо хоть чего чем через
        чтоб чтобы чуть эти этого этой этом этот эту""",
}


def stop_words(language: str) -> frozenset[str]:
    """Return the stop words of a language, four letters or more; none of one that has no list."""
    return frozenset(_STOPS.get(language.partition("-")[0].lower(), "").split())
