# ruff: noqa: E501
"""Little words of many languages, by what they do to an answer that stands near them.

English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish, Norwegian, Polish,
Czech, Turkish, Vietnamese, Indonesian; Russian, Ukrainian, Bulgarian, Serbian; Greek; Arabic,
Persian, Urdu; Hebrew; Hindi, Marathi; Thai; Chinese; Japanese; Korean. A word of one language may
be another's: where that makes a difference, what stands around it decides (``assertions``).
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from kgforge.verdicts.spelling import UNPARTED, spoken

ABSTAIN: Final = """
i don't know|i do not know|don't know|do not know|dont know|i'm not sure|i am not sure|not sure
not certain|unknown|no idea|no clue|cannot answer|can't answer|can not answer|unable to answer
unable to provide|unable to determine|cannot determine|can't determine|cannot provide|can't provide
cannot say|can't say|couldn't find|could not find|no information|not enough information
insufficient information|don't have enough|do not have enough|don't have access|do not have access
don't have information|do not have information|don't have any information|do not have any information
don't have specific|do not have specific|it is unclear|it's unclear|is unclear|not available
as an ai|ai language model|i'm sorry|i am sorry|i apologize|n/a|not known|cannot be determined
not specified|not mentioned|cannot predict|can't predict|cannot help|can't help|can't assist
cannot assist|sorry|i have no|refuse to|impossible to say|impossible to know|i'd rather not
weiß nicht|weiss nicht|weiß ich nicht|weiss ich nicht|keine ahnung|unbekannt|nicht sicher|nicht bekannt
kann ich nicht|kann nicht|es tut mir leid|tut mir leid|keine information|keine informationen
ne sais pas|je l'ignore|j'ignore|aucune idée|inconnu|inconnue|pas sûr|pas sûre|ne peux pas|désolé|désolée
no lo sé|no sé|no lo se|desconocido|desconocida|no estoy seguro|no estoy segura|no puedo|lo siento
no tengo idea|ni idea|non lo so|non so|sconosciuto|sconosciuta|non sono sicuro|non sono sicura|non posso
mi dispiace|nessuna idea|não sei|nao sei|desconhecido|desconhecida|não tenho certeza|não posso|desculpe
weet ik niet|weet het niet|weet niet|geen idee|onbekend|vet inte|vet ej|ingen aning|okänd|okänt
ved ikke|vet ikke|aner ikke|ukendt|ukjent|nie wiem|nie mam pojęcia|nieznany|nieznane|nevím|netuším
neznámý|bilmiyorum|bilinmiyor|emin değilim|fikrim yok|không biết|không rõ|không chắc|tidak tahu
tidak diketahui|tidak yakin|en tiedä|nem tudom|nu știu|nu stiu
не знаю|не уверен|не уверена|понятия не имею|неизвестно|не могу|затрудняюсь|не знам|не е известно
не впевнений|не впевнена|невідомо|не можу|нямам представа|немам појма|извините|непознато
δεν ξέρω|δεν γνωρίζω|δεν είμαι σίγουρος|δεν είμαι σίγουρη|άγνωστο|άγνωστος|άγνωστη|δεν μπορώ|λυπάμαι
لا أعرف|لا أعلم|لا ادري|لا أدري|لست متأكدا|لست متأكدة|غير معروف|غير متأكد|لا يمكنني|لا أستطيع|عذرا|آسف
ليس لدي|غير معلوم|نمیدانم|نمی دانم|مطمئن نیستم|نامعلوم|متأسفم|معلوم نہیں|نہیں جانتا|نہیں معلوم|پتا نہیں
לא יודע|לא יודעת|איני יודע|אינני יודע|אין לי מושג|לא בטוח|לא בטוחה|לא ידוע|לא יכול|מצטער|מצטערת
नहीं पता|पता नहीं|नहीं जानता|नहीं जानती|ज्ञात नहीं|अज्ञात|यकीन नहीं|निश्चित नहीं|नहीं दे सकता|नहीं दे सकती
नहीं बता सकता|क्षमा करें|माफ़ करें|मालूम नहीं|माहित नाही|माहिती नाही
ไม่ทราบ|ไม่รู้|ไม่แน่ใจ|ไม่มีข้อมูล|ไม่สามารถ|ขออภัย|ขอโทษ|เสียใจ
不知道|不清楚|不确定|不確定|不太清楚|无法|無法|不了解|未知|抱歉|对不起|對不起|没有信息|沒有資訊|不能回答|不详
わかりません|分かりません|わからない|分からない|知りません|知らない|不明|申し訳|すみません|お答えできません|できません
存じません|確かではありません|情報がありません
모르겠|모릅니다|몰라|모른다|알 수 없|죄송|확실하지 않|답변할 수 없|잘 모르
"""
"""By which a text says that it does not answer."""

_ROLES: Final = {
    "NOT": """
not|isn't|isnt|wasn't|wasnt|aren't|arent|weren't|doesn't|doesnt|don't|didn't|didnt|hasn't|haven't|hadn't
can't|cannot|couldn't|won't|wouldn't|shouldn't|ain't|never|neither|nor|none of|nobody|nothing|hardly|no
without|deny|denied|rule out|ruled out|anything but|far from being|incorrect|wrong|false|it's not|it is not
§
nicht|kein|keine|keinen|keiner|nie|niemals|weder|ohne|keineswegs|nein|pas|jamais|aucun|aucune|ni|sans|non
no es|no está|nunca|jamás|tampoco|ningún|ninguno|sin|mai|nessun|nessuno|neanche|nemmeno|senza|não|nao
nem|niet|geen|nooit|noch|inte|ej|aldrig|varken|ikke|hverken|verken|aldri|nie|nie jest|ani|není|nebyl|nebyla|ne
nikdy|không|không phải|chưa|chẳng|bukan|tidak|bukanlah|ei|eivät|nu este
не|нет|ни|никогда|нельзя|ніколи|ні|немає|не е|није|нити|нито|без|вовсе не|не является|не была|не был
δεν|δε|όχι|μη|μην|ούτε|ποτέ|χωρίς|ουτε|οχι|μήτε
ليس|ليست|ليسوا|لا|لم|لن|ليسا|غير|ما هي|لیس|وليس|وليست|ولا|بدون|كلا
לא|אינו|אינה|איננה|איננו|אין|אינם|ולא|בלי|אף פעם|אף לא
न|न तो|न ही|ना
ไม่ใช่|ไม่|มิใช่|ไม่ได้|ไม่เคย
不是|并非|並非|不|没有|沒有|没|不在|不叫|非|不为|不是在|从未|絕非|绝非|既不是|也不是|既不|也不|并不是|並不是
""",
    "AFTER": """
§
değil|değildir|nahi|नहीं|नहीं है|नहीं हैं|नहीं था|नाही|नव्हे|نیست|نبود|نیستند|نہیں|نہیں ہے
ではない|ではありません|じゃない|じゃありません|ではなく|じゃなく|ではなかった|でない|ではございません|は違います|とは違います
ではないです|じゃないです|ではなくて|じゃなくて|でもなく|でもない|でもありません
아닙니다|아니다|아니에요|아니라|아니고|아닌|아니예요|아니며|아녜요|아니었다|않습니다|않다|않는다
""",
    "OR": """
or|either|or maybe|or perhaps|or possibly|alternatively|versus|vs
§
oder|entweder|bzw|beziehungsweise|ou|soit|né
eller|antingen|enten|lub|albo|bądź|czy|nebo|anebo|buď|veya|ya da|yahut|yoksa|hoặc|hay|atau|sau|tai|vagy
или|либо|або|чи|или пък|било|ή|είτε|أو|إما|أم|وإما|یا|או|או ש|या|अथवा|किंवा|หรือ|หรือว่า|ไม่ก็
或|或者|还是|還是|或是|抑或|也可能是|也可能|也许是|要么|または|あるいは|もしくは|それとも|かもしくは
또는|혹은|아니면|이거나|거나
""",
    "AND": """
&|and|as well as|along with|together with|plus|and also
§
und|sowie|et|ainsi que|y|e|ed|och|og|oraz|i|a|ve|ile
và|dan|si|ja|és|en|o|u|и|а также|та|й|і|да и|και|و|وكذلك|اور|וגם|और|एवं|तथा|व|आणि|และ|กับ|รวมทั้ง
和|与|與|及|以及|跟|同|と|や|および|及び|ならびに|그리고|및|か
""",
    "BUT": """
but|however|though|although|yet|while|whereas|but rather|rather|instead
§
aber|sondern|jedoch|doch|allerdings
obwohl|mais|cependant|pourtant|toutefois|plutôt|pero|sino|aunque|sin embargo|más bien|ma|bensì|però|tuttavia
mas|porém|contudo|embora|maar|doch|echter|men|utan|dock|ale|lecz|jednak|nýbrž|avšak|ama|fakat|ancak|nhưng|mà là
tetapi|melainkan|namun|но|а|однако|зато|але|проте|ама|али|већ|обаче|αλλά|όμως|ωστόσο|παρόλο που|αλλα|μα
لكن|ولكن|بل|لكنها|لكنه|إنما|اما|ولی|بلکه|لیکن|אבל|אלא|אך|ואולם|אולם|लेकिन|परंतु|पर|बल्कि|मगर|किन्तु|पण
แต่|แต่เป็น|แต่ว่า|ทว่า|แต่คือ|แต่อยู่|但|但是|而是|不过|不過|可是|却|然而|でも|しかし|けど|けれども|だけど|けれど
하지만|그러나|지만|그런데|않지만|하지 않지만
""",
    "FIX": """
actually|in fact|also known as|also called|also referred to as|better known as|aka|wait|correction|sorry|i mean|on second thought|scratch that|let me correct|no wait|no sorry
rather|in reality|the correct answer|the right answer|final answer|the final answer|so the answer|therefore|thus
hence|my mistake
§
tatsächlich|eigentlich|moment|en fait|en réalité|donc|finalement|en realidad|de hecho
perdón|en efecto|por lo tanto|in realtà|infatti|quindi|na verdade|aliás|portanto|на самом деле|вернее|точнее
постойте|стоп|в действительности|насправді|всъщност|στην πραγματικότητα|βασικά|συγγνώμη|في الواقع|في الحقيقة
بالأحرى|در واقع|בעצם|למעשה|סליחה|वास्तव में|दरअसल|असल में|จริง ๆ แล้ว|จริงๆแล้ว|ที่จริง|其实|其實|事实上|事實上|更正
実は|実際には|訂正|사실|사실은|정정
""",
    "IF": """
if|whether|unless|suppose|assuming
§
wenn|falls|ob|sofern|à moins que|à condition que|qualora|caso|als|indien
om|hvis|jeśli|jeżeli|jestli|eğer|nếu|jika|kalau|если|ли|якщо|чи|ако|дали|εάν|αν|إذا|لو|اگر|אם|यदि|अगर|ถ้า|หาก
如果|假如|若|もし|만약|만일
""",
    "FAR": """
near|nearby|close to|next to|north of|south of|east of|west of|northeast of|northwest of|southeast of
southwest of|outside|outside of|unlike|than|rather than|instead of|except|except for|other than|apart from
besides|beside|between|prior to|similar to|far from|not far from|away from|opposite|towards
toward|confused with|mistaken for|mistake for|not to be confused with|more than|less than|fewer than|almost|nearly|almost as|as opposed to|compared to|compared with|different from|bordering
§
in der nähe von|nahe|nördlich von|südlich von|östlich von|westlich von|außer|statt|anstatt|anstelle von
zwischen|mehr als|weniger als|près de|au nord de|au sud de|à l'est de|à l'ouest de|sauf
au lieu de|entre|avant|après|plutôt que|plus de|moins de|loin de|cerca de|al norte de|al sur de|al este de
al oeste de|en lugar de|en vez de|excepto|antes de|después de|más de|menos de|lejos de|vicino a|vicino|invece di
a nord di|a sud di|tra|prima di|dopo|più di|meno di|perto de|em vez de|ao norte de|ao sul de|antes do|mais de
menos de|in de buurt van|behalve|in plaats van|tussen|meer dan|minder dan|nära|istället för|mellan|nær
i stedet for|mellem|mellom|koło|blisko|zamiast|oprócz|między|blízko|místo|kromě|mezi|gần|thay vì|trừ|dekat
kecuali|antara|около|возле|близ|рядом с|недалеко от|кроме|вместо|между|к югу от|к северу от|к востоку от
к западу от|после|более|больше|менее|меньше|біля|замість|крім|між|близо до|освен|κοντά σε|κοντά στο|κοντά στη
κοντά στην|αντί για|εκτός από|ανάμεσα σε|ανάμεσα|νότια από|βόρεια από|πριν από|μετά από|πάνω από|κάτω από
قرب|بالقرب من|بدلا من|بين|جنوب|شمال|شرق|غرب|قبل|بعد|ما عدا|باستثناء|أكثر من|أقل من|مثل|نزدیک|بجای|به جز
ליד|קרוב ל|במקום|בין|לפני|אחרי|חוץ מ|מלבד|יותר מ|פחות מ|דרומית ל|צפונית ל|קרוב|בקרבת|דרומית|צפונית
ใกล้|ใกล้กับ|แทน|ระหว่าง|ยกเว้น|ก่อน|หลัง|มากกว่า|น้อยกว่า|靠近|接近|除了|代替|而不是|而非|不同于|超过|超過|多于|少于|位于巴黎附近|毗邻
""",
    "LESS": "over|under|at least|at most|before|after|up to|until",
    "FARPOST": """
§
के पास|के निकट|के बजाय|के बीच|से पहले|के बाद|के अलावा|की बजाय|से अधिक|से ज़्यादा|से कम|च्या जवळ|ऐवजी|の近く|の近郊|の代わり|よりも|より
以外|の南|の北|の東|の西|の隣|とは別|以上|以下|未満|附近|以外的|之外|以南|以北|旁边|근처|대신|외에|보다|옆|이상|이하|미만|'den önce|yakınında
ke paas|yerine|hariç
""",
    "PAST": """
used to be|formerly|previously|was once|were once
§
früher|ehemals|einst|autrefois|jadis|anciennement|antes|anteriormente|antiguamente|una volta|un tempo
vroeger|tidigare|tidligere|dawniej|dříve|раньше|прежде|ранее|раніше|παλιά
""",
    "NOW": """
now|today|nowadays|currently|these days|at present
§
jetzt|heute|nun|inzwischen|maintenant|aujourd'hui|désormais|ahora|hoy|actualmente|ora|adesso|oggi|agora
hoje|nu|tegenwoordig|idag|i dag|teraz|dziś|obecnie|nyní|dnes|теперь|сейчас|сегодня|ныне|тепер|зараз|τώρα|σήμερα
""",
    "COP": """
used to be|is|was|are|were|be|been|being|it's|its|that's|that is|he's|she's|there's|called|named|known as|located|situated
falls on|born|died|lies|lie|lived|lives|lay|located in|i think|i believe|i guess|i'd say|i would say|think|believe|guess
say|says|maybe|perhaps|probably|possibly|might be|may be|could be|must be|should be|would be|might|may|could
must|should|will|would|can|became|becomes|remains|means|equals|does|do|did|has|have|had|seems|appears
§
ist|war|sind|waren|sei|heißt|heisst|liegt|lag|befindet|wurde|wird|glaube|denke|vielleicht|vermutlich|wahrscheinlich
est|c'est|était|sont|être|s'appelle|se trouve|trouve|situé|située|né|née|mort|pense|crois|peut-être|probablement
es|era|son|fue|está|llama|se llama|encuentra|se encuentra|nació|creo|quizás|quizá|tal vez|probablemente
è|era|fu|sono|si trova|si chiama|nato|nata|morto|credo|penso|forse|é|foi|fica|chama|nasceu|acho|talvez
zijn|heet|ligt|werd|wordt|misschien|är|var|heter|ligger|föddes|kanske|er|hedder|heter|ble|blev|født
jest|był|była|to|nazywa się|leży|może|chyba|je|byl|byla|leží|možná|dır|dir|dur|dür|tır|tir|tur|tür|idi|olarak|olan
là|ở|nằm ở|có lẽ|adalah|ialah|terletak|di|mungkin|este|on|oli|sijaitsee
это|является|была|был|было|есть|находится|расположен|расположена|называется|родился|родилась|думаю|кажется
наверное|возможно|может быть|вероятно|умер|живёт|живет|зовут|є|це|був|була|знаходиться|называлась|мабуть|думаю
е|беше|била|намира се|јесте|је|налази се|мисля|мислим|можда|може би
είναι|ήταν|βρίσκεται|γεννήθηκε|ονομάζεται|λέγεται|νομίζω|πιστεύω|ίσως|μάλλον|πέθανε|νομίζω ότι|πιστεύω ότι
هي|هو|إنها|إنه|أنها|أنه|كان|كانت|تقع|يقع|ولد|ولدت|يسمى|تسمى|أعتقد|أعتقد أنها|أعتقد أنه|ربما|تكون|يكون|هم|وهي|وهو
توجد|يوجد|توفي|عاش|است|بود|میباشد|ہے|ہیں|تھا|تھی|شاید|فکر میکنم
הוא|היא|זה|זו|זאת|הם|היה|הייתה|נמצא|נמצאת|נולד|נולדה|נקרא|נקראת|חושב|אני חושב|אני חושבת|אולי|כנראה|מת|שזה|שזו|שהיא|שהוא
है|हैं|था|थी|थे|हुआ|हुई|हुआ था|हुई थी|हो|शायद|आहे|होता|होती|है।
คือ|เป็น|อยู่|อยู่ที่|อยู่ใน|ตั้งอยู่|เกิด|เกิดที่|เกิดใน|ชื่อ|ชื่อว่า|น่าจะเป็น|น่าจะ|คิดว่า|อาจเป็น|อาจจะเป็น|ได้แก่|ใช่|ก็คือ|นั่นคือ
是|在|为|為|叫|位于|位於|叫做|出生在|出生于|出生於|生于|生於|应该是|應該是|可能是|也许是|大概是|我想是|我认为是|我認為是|我觉得是|名为|称为|就是|乃
です|だ|である|でした|だった|であって|でして|にあります|にある|といいます|という|だと思います|と思います|と考えます|だと思う|と思う|でしょう|だろう|かもしれません|たぶん|おそらく|多分
입니다|이다|예요|이에요|이었다|였다|이었습니다|였습니다|있다|있습니다|아마|아마도|같습니다|같다|이고|이며|태어났다|태어났습니다|생각합니다
""",
    "ART": """
the|a|an
§
der|die|das|den|dem|des|ein|eine|einen|einem|einer|le|la|les|l|un|une|el|los|las|una|il|lo|gli|uno|os
as|um|uma|het|de|ett|det|den|bir|ο|η|το|οι|τα|τον|την|τη|του|της|των|τους|τις|ένας|μία|ένα
""",
    "PRE": """
named after|called after|in the north of|in the south of|in the east of|in the west of|in|at|on|to|from|by|for|into|within|inside|with|around|about|approximately|via|through|during|since|until
§
zu|aus|bei|mit|für|auf|nach|seit|im|am|ins|zum|zur|beim|vom|à|au|aux|en|dans|chez|pour|par|sur|vers|depuis
con|por|para|desde|hasta|nel|nella|nello|nell|in|per|con|da|dal|dalla|em|no|na|nos|nas|por|desde|te|uit|met|voor
naar|i|på|från|fra|til|till|w|we|z|ze|na|do|od|o|v|ve|k|ke|s|se|da|tại|từ|đến|dari|ke|pada
в|во|на|из|от|с|со|к|ко|о|об|у|для|по|под|за|при|через|до|над|городе|города|город|городу|стране|страны|стране
у|із|з|від|до|біля|в|във|във|към|при|уз|кроз|στο|στη|στην|στον|στους|στις|στα|σε|από|με|για|ως|προς
في|من|إلى|على|عن|مع|لدى|منذ|حتى|بـ|لـ|در|از|به|با|میں|سے|کو|پر|ב|ל|מ|עם|על|אל|של|מן|עד
में|से|को|पर|तक|के लिए|का|की|के|ने|मध्ये|चा|ची|चे|च्या|ला|ที่|ใน|จาก|ของ|แห่ง|ณ|ถึง|โดย|กับ
的|于|於|从|從|到|向|由|で|に|へ|から|まで|の|は|が|を|も|には|では|とは|にて|에서|에|의|로|으로|은|는|이|가|을|를|도|께서
""",
    "LINK": """
of|upon
§
von|van|de|du|des|del|della|dello|delle|dei|degli|di|da|do|dos|das|d|af|av|ob|zu|zum|zur|am|an der|of the|של
del|y|del|der
""",
    "PRO": """
it|he|she|they|we|i|you|this|that|these|those|there|here|which|who|whom|whose|what|where|when|why|how|as|so
then|now|also|only|just|even|still|very|well|yes|sure|certainly|okay|ok|hello|hi|thanks|please|unfortunately
fortunately|luckily|sadly|regrettably|of course|indeed|specifically|namely|officially|currently|today|often
commonly|usually|generally|likely|definitely|surely|simply|exactly|precisely|because|since|my|your|his|her|our
their|its|one|some|any|all|both|each|every|most|many|other|another|people|not only|no doubt|without a doubt
without doubt|no question|nothing but|none other than|nothing other than|not surprisingly|why not|undoubtedly
d|s|ll|re|ve|m|me|him|them|us|too|again|first|second|third|finally|good|great|correct|right|true|whose|done|made
§
er|sie|es|ich|du|wir|ihr|man|dies|dieser|diese|dieses|welche|welcher|hier|da|dort|dann|auch|nur|noch|schon|ja
leider|natürlich|sicher|genau|bestimmt|zwar|dass|weil|denn|mein|meine|seine|ihre|nicht nur|zweifellos|ohne zweifel
il|elle|on|ils|elles|je|tu|nous|vous|ce|cela|ça|cette|ces|qui|que|dont|où|ici|là|alors|aussi|seulement|oui|bien
malheureusement|bien sûr|car|parce|son|sa|ses|mon|ma|mes|non seulement|c|n|j|qu|s|m|t|sans doute
él|ella|ellos|yo|tú|nosotros|esto|este|esta|eso|esa|que|quien|cual|donde|cuando|aquí|entonces|también|sólo|solo|sí
desafortunadamente|lamentablemente|claro|porque|su|sus|mi|no solo|no sólo|sin duda|se
lui|lei|loro|io|noi|questo|questa|che|chi|cui|dove|quando|qui|allora|anche|solo|sì|purtroppo|certo|perché|suo|sua
ele|ela|eles|eu|nós|isto|isso|este|esta|quem|qual|onde|quando|aqui|então|também|só|sim|infelizmente|claro|seu|sua
hij|zij|ze|ik|wij|we|dit|dat|deze|die|wie|wat|waar|hier|dan|ook|alleen|helaas|natuurlijk|omdat|zijn|haar
han|hon|den|jag|vi|som|vad|där|här|också|bara|tyvärr|hun|jeg|hvad|hvor|her|også|kun|bare|desværre|dessverre|ja|jo
on|ona|ono|ja|my|który|która|które|co|gdzie|kiedy|tutaj|też|tylko|tak|niestety|oczywiście|bohužel|který|ano|jsou
o|bu|şu|ben|biz|ne|nerede|evet|maalesef|tabii|çünkü|bence|başkent|başkenti|nó|anh|tôi|này|đó|vâng|rất tiếc|thủ đô|thành phố
ia|dia|saya|ini|itu|yang|ya|sayangnya|tentu|karena|kota|ibu kota
он|она|оно|они|я|мы|вы|ты|этот|эта|этого|тот|та|который|которая|которое|что|где|когда|здесь|там|тогда|тоже|также|только
да|конечно|к сожалению|увы|потому|его|её|ее|их|мой|свой|сегодня|не только|несомненно|без сомнения|як|він|вона|вони
так|звичайно|на жаль|тому|його|її|той|който|която|тя|то|за съжаление|онај|која|нажалост|именно|только что|года|год
αυτό|αυτή|αυτός|εγώ|εμείς|που|ποιος|ποια|πότε|εδώ|εκεί|τότε|επίσης|μόνο|ναι|δυστυχώς|φυσικά|γιατί|ότι|όχι μόνο|πως
هذا|هذه|ذلك|تلك|التي|الذي|أنا|نحن|ما|من|أين|متى|هنا|هناك|أيضا|فقط|نعم|للأسف|بالطبع|لأن|إن|أن|قد|لقد|وقد|وكان|وكانت|وتقع|ليس فقط
او|آن|این|که|چه|کجا|بله|متاسفانه|البته|چون|وہ|یہ|جو|ہاں|بدقسمتی سے|כי|אני|אנחנו|אתה|מה|מי|איפה|מתי|כאן|שם|גם|רק|כן|לצערי|כמובן
אשר|ש|את|כמו|לא רק|שם|וזה|והיא|והוא|והם
यह|वह|ये|वे|मैं|हम|आप|जो|क्या|कौन|कहाँ|कब|यहाँ|वहाँ|भी|ही|केवल|सिर्फ|हाँ|दुर्भाग्य से|बेशक|क्योंकि|उनका|उनकी|उसका|उसकी|इसका|इसकी|कि|तो|न केवल|एक|जन्म
ते|तो|ती|हे|ครับ|ค่ะ|คะ|นะ|จ้ะ|เขา|เธอ|มัน|ผม|ฉัน|เรา|นี่|นี้|นั่น|นั้น|ซึ่ง|ที่นี่|ก็|ด้วย|เท่านั้น|โชคร้าย|น่าเสียดาย|แน่นอน|เพราะ|ว่า|คำตอบ|คำตอบคือ|แล้ว|ไม่เพียง
他|她|它|他们|她们|我|我们|你|您|这|這|那|这个|那个|这是|那是|哪|什么|谁|哪里|这里|那里|也|都|只|就|了|着|呢|吧|啊|呀|嘛|可惜|很遗憾|遗憾的是|当然|當然|因为|所以|其|之|不仅|不只是|毫无疑问|所|是的|对|好的|曾|已|已经|个|個|人|名|位|年
彼|彼女|それ|これ|あれ|私|僕|ここ|そこ|はい|もちろん|残念ながら|残念ですが|なぜなら|だから|そして|ね|よ|わ|さ|し|けれど|生まれました|生まれ|生まれた|生まれです|現在|現在の|だけでなく|人|名|個|年|ん|こと|もの|ので|のは|のが|のです|んです
그|그녀|그것|이것|저|나|저는|우리|여기|거기|네|예|물론|안타깝게도|아쉽게도|왜냐하면|그래서|바로|것|것은|인|인데|라고|이라고|뿐만|명|개|년
""",
    "CLASS": """
capital|city|town|village|country|nation|state|language|author|writer|president|king|queen|emperor|empress|pope
sir|lord|lady|dame|dr|prof|professor|mr|mrs|ms|prince|princess|director|actor|actress|painter|composer|answer|answers
capital city|rms|uss|hms
§
hauptstadt|stadt|land|sprache|staat|könig|königin|kaiser|papst|herr|frau|präsident|antwort|ville|capitale|pays
langue|roi|reine|président|réponse|ciudad|país|idioma|rey|reina|presidente|respuesta|città|paese|lingua|re|regina|risposta
cidade|língua|rei|rainha|resposta|stad|hoofdstad|antwoord|huvudstad|svar|hovedstad|hovedstaden|miasto|stolica|stolicą|hlavní město|odpověď|odpowiedź|cevap|şehir
столица|столицы|столицей|столицею|город|страна|язык|ответ|президент|король|королева|император|місто|країна|столиця|відповідь|столицата|град|главни град|одговор|отговор
πρωτεύουσα|πόλη|χώρα|γλώσσα|απάντηση|βασιλιάς|πρόεδρος|عاصمة|العاصمة|مدينة|دولة|لغة|الإجابة|الجواب|الملك|الرئيس|شهر|پایتخت|کشور|پاسخ|דارالحکومت|شہر
הבירה|בירת|בירה|העיר|עיר|מדינת|המדינה|התשובה|השפה|המלך|הנשיא|राजधानी|शहर|देश|भाषा|उत्तर है|जवाब|राजा|राष्ट्रपति
เมืองหลวง|กรุง|เมือง|ประเทศ|จังหวัด|ภาษา|นคร|นาย|นาง|首都|城市|国家|國家|总统|總統|国王|作家|答案|答案是|市|都市|首都は|答え|答えは|国|수도|도시|나라|정답|정답은|답|답은|대통령|시
""",
    "ASK": """
is it|was it|is|are|was|were|do|does|did|could|can|would|should|what|which|who|whose|where|when|why|how|isn't
§
ist|war|sind
was|wer|wo|wann|welche|welcher|welches|est-ce|quel|quelle|qui|où|quand|qué|cuál|quién|dónde|cuándo|es|è|chi|dove|qual|quem
onde|wat|wie|waar|vad|vem|hvad|hvem|czy|co|kto|gdzie|je|ne|mi|mı|mu|mü|liệu|apakah|кто|что|где|когда|какой|какая|разве|неужели
чи|хто|що|дали|είναι|ποιος|ποια|πού|هل|من|أين|ما|متى|آیا|کیا|האם|מה|מי|איפה|क्या|कौन|कहाँ|ไหม|ใช่ไหม|หรือเปล่า|หรือไม่|ใช่หรือไม่|มั้ย|อะไร|吗|嗎|么|吧
ですか|でしょうか|ますか|だろうか|かな|인가요|입니까|일까요|인가|일까|나요|까요
""",
    "ALTER": "vice|former|ex|non|anti|assistant|deputy|step|pseudo|semi|quasi|sub|co|acting|half|un",
}  # fmt: skip


def phrases(text: str) -> Iterator[str]:
    """The phrases of a list, in the form that is compared."""
    for line in text.replace("§", "").split("\n"):
        yield from (spoken(phrase) for phrase in line.split("|") if phrase.strip())


def _by_phrase(lists: Mapping[str, str]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for role, text in lists.items():
        for phrase in phrases(text):
            found.setdefault(phrase, set()).add(role)
    return {phrase: frozenset(each) for phrase, each in found.items()}


@cache
def roles(*, in_english: bool = False) -> Mapping[str, frozenset[str]]:
    """What each phrase does; its words are parted by spaces.

    *in_english*: of the languages in Latin script English alone, in which *war* and *die* are names
    of things.
    """
    every = _by_phrase(_ROLES)
    if not in_english:
        return every
    english = _by_phrase({role: text.partition("§")[0] for role, text in _ROLES.items()})
    others = {phrase: each for phrase, each in every.items() if phrase[0] > "\u0370"}
    return others | english


@cache
def longest(*, in_english: bool = False) -> Mapping[str, int]:
    """How many words the longest phrase has that begins with a word."""
    found: dict[str, int] = {}
    for phrase in roles(in_english=in_english):
        words = phrase.split(" ")
        found[words[0]] = max(found.get(words[0], 0), len(words))
    return found


def is_english(words: Iterable[str]) -> bool:
    """Whether a text is English: two of its words are of the most frequent that only English has."""
    found = itertools.islice((word for word in words if word in _ENGLISH), 2)
    return len(list(found)) == 2


_ENGLISH: Final = frozenset(
    [
        "the",
        "of",
        "and",
        "is",
        "was",
        "it",
        "that",
        "with",
        "which",
        "are",
        "were",
        "has",
        "from",
        "who",
        "they",
        "this",
        "by",
        "for",
        "he",
        "his",
        "she",
        "her",
        "their",
        "its",
        "be",
        "been",
        "not",
        "but",
        "does",
        "did",
        "would",
        "think",
        "what",
        "how",
        "where",
    ]
)


def abstains(spoken: str) -> bool:
    """Whether a text says that it does not answer; *spoken*: its words, parted by spaces.

    Where words are not parted by spaces, or have endings as in Korean, a part of a word will do.
    """
    parted = f" {spoken} "
    begun = _abstentions().keys() & set(spoken.split(" "))
    if any(f" {phrase} " in parted for word in begun for phrase in _abstentions()[word]):
        return True
    if spoken.isascii():
        return False
    row = spoken.replace(" ", "")
    return any(part in row for part in _abstaining_parts())


def _is_part(phrase: str) -> bool:
    return UNPARTED.match(phrase) is not None or "\uac00" <= phrase[0] <= "\ud7a3"


@cache
def _abstentions() -> Mapping[str, list[str]]:
    """The phrases of whole words of a text that gives no answer, by their first word."""
    found: dict[str, list[str]] = {}
    for phrase in phrases(ABSTAIN):
        if not _is_part(phrase):
            found.setdefault(phrase.partition(" ")[0], []).append(phrase)
    return found


@cache
def _abstaining_parts() -> tuple[str, ...]:
    """What a row of letters has that gives no answer."""
    found = (phrase.replace(" ", "") for phrase in phrases(ABSTAIN) if _is_part(phrase))
    return tuple(dict.fromkeys(found))
