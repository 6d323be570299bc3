import type { ReadingLanguage } from '../languages.ts';
import type { RedFlag } from './red-flags.ts';

type Phrases = Readonly<Record<RedFlag, readonly string[]>>;

/**
 * Returns patterns that match a fever together with another sign, such as swelling, redness or pus, in either order.
 */
const withFever = (fever: string, signs: string): string[] => [
  `(?:${fever}) (?:\\w+ ){0,8}(?:${signs})`,
  `(?:${signs}) (?:\\w+ ){0,8}(?:${fever})`,
];
const withFeverUnspaced = (fever: string, signs: string): string[] => [
  `(?:${fever}).{0,24}(?:${signs})`,
  `(?:${signs}).{0,24}(?:${fever})`,
];

/**
 * Patterns of sentences that describe each sign, by language. Before a text is compared, its accents are removed, and
 * its apostrophes become spaces. In a pattern, `\w` matches a letter or digit of any script. A pattern with a leading
 * exclamation mark contains a negation itself ('cannot see'). For such a pattern, a 'no' before the match does not deny
 * the sign. The patterns are wide on purpose: a false alarm costs the writer of a post or a note one click, but a missed sign can cost a
 * patient's sight. A doctor must review the patterns before a release.
 */
export const redFlagPhrases: Readonly<Record<ReadingLanguage, Phrases>> = {
  en: {
    distress: [
      'kill(?:ing)? myself',
      'end my life',
      'suicid\\w*',
      'want(?:ed)? to die',
      '!not want to live',
      '!don t want to live',
    ],
    vision: [
      '!(?:can ?t|cannot|can not|could(?:n t)? not?|couldn t) see',
      '(?:lost|losing|loss of)(?: my| the)? (?:sight|vision|eyesight)',
      '(?:sight|vision|eyesight) (?:is |has |went |got |became )?(?:gone|changed|blurry|blurred|double|dark|worse)',
      '(?:blurry|blurred|double) (?:sight|vision)',
      '(?:went|gone|going|am) blind',
    ],
    breathing: [
      '!(?:can ?t|cannot|can not) (?:breath\\w*|swallow\\w*)',
      '(?:hard to|harder to|trouble|difficulty|difficulties|struggl\\w+ to|problems?)(?: with)? (?:breath\\w*|swallow\\w*)',
      'short(?:ness)? of breath',
      '(?:tongue|throat) (?:is |has |feels )?(?:swell\\w*|swollen|closing)',
      'swollen (?:tongue|throat)',
    ],
    blanching: [
      'skin (?:\\w+ ){0,3}(?:turn\\w*|went|gone|going|became|is) (?:\\w+ )?(?:white|grey|gray|mottled|blue|purple|black)',
      '(?:turn\\w*|went) (?:white|grey|gray|mottled|black) (?:after|around|where|above|below)',
    ],
    severe_pain: [
      '(?:severe|unbearable|excruciating|extreme|intense|terrible) pain',
      'pain (?:is |that is |keeps )?(?:unbearable|excruciating|severe|getting (?:much )?worse|gets worse)',
    ],
    weakness: [
      '(?:face|mouth|smile) (?:is |has )?(?:droop\\w*|fallen|paralys\\w*)',
      '(?:arm|leg) (?:is |feels |has )?(?:weak|numb|paralys\\w*)',
      'slurred speech',
      '(?:trouble|difficulty|hard) (?:to )?speak\\w*',
    ],
    fever: withFever('fever', 'swell\\w*|swollen|red|hot|pus'),
  },
  fr: {
    distress: [
      'me tuer',
      'suicid\\w*',
      'envie de mourir',
      'fin a mes jours',
      'envie d en finir',
      '!plus envie de vivre',
    ],
    vision: [
      '!ne vois (?:plus|rien)',
      'perdu la (?:vue|vision)',
      'perte de (?:la )?(?:vue|vision)',
      '(?:vue|vision) (?:est |devient |devenue )?(?:double|floue|trouble|brouillee)',
      'vois (?:double|flou|trouble)',
    ],
    breathing: [
      '(?:mal|peine|difficultes?) a (?:respirer|avaler)',
      '!arrive (?:plus|pas) a (?:respirer|avaler)',
      '(?:respire|avale) (?:mal|plus)',
      'gene respiratoire',
      '(?:langue|gorge) (?:est |qui )?(?:gonfl\\w*|enfl\\w*)',
    ],
    blanching: [
      'peau (?:\\w+ ){0,3}(?:blanchi\\w*|marbree?|(?:devient|devenue|est) (?:toute )?(?:blanche|grise|noire|violette|marbree))',
    ],
    severe_pain: [
      'douleurs? (?:\\w+ )?(?:insupportables?|intenses?|atroces?|violentes?|tres fortes?)',
      'douleur (?:\\w+ )?(?:s aggrave|empire|augmente)',
    ],
    weakness: [
      '(?:visage|bouche) (?:qui )?(?:tombe|paralysee?)',
      '(?:bras|jambe) (?:est )?(?:faible|engourdie?|paralysee?)',
      '(?:mal|peine|difficultes?) a parler',
      '!arrive (?:plus|pas) a parler',
    ],
    fever: withFever('fievre', 'gonfl\\w*|enfl\\w*|rouge|chaude?|pus'),
  },
  de: {
    distress: [
      'mich umbringen',
      'mir (?:das leben nehmen|etwas antun)',
      '(?:will|mochte|wollte) sterben',
      'suizid\\w*',
      'selbstmord\\w*',
      '!nicht mehr leben',
    ],
    vision: [
      '!(?:kann|sehe|seh) (?:\\w+ ){0,6}(?:nichts|nicht|kaum)(?: \\w+)? (?:sehen|mehr)',
      '!sehe (?:\\w+ ){0,4}(?:nichts|kaum etwas)',
      'sehe (?:\\w+ ){0,4}(?:doppelt|verschwommen|unscharf|doppelbilder)',
      '(?:sicht|sehen|blick) (?:ist |wird )?(?:verschwommen|unscharf|getrubt)',
      '(?:sehverlust|sehstorung\\w*|doppelbilder)',
      '(?:bin|werde) (?:\\w+ ){0,3}blind',
    ],
    breathing: [
      'atemnot',
      'luftnot',
      '(?:schwer|schlecht|probleme beim|schwierigkeiten beim|mühe beim) (?:zu )?(?:atmen|luft\\w*|schlucken)',
      '!(?:kann|bekomme|krieg\\w*) (?:\\w+ ){0,4}(?:nicht|kaum|keine)(?: \\w+)? (?:atmen|luft|schlucken)',
      '!(?:bekomme|krieg\\w*) (?:\\w+ ){0,3}keine luft',
      '(?:zunge|hals|rachen) (?:ist |schwillt )?(?:\\w+ )?(?:geschwollen|zu|an)',
    ],
    blanching: [
      'haut (?:\\w+ ){0,6}(?:weiß|weiss|grau|blau|schwarz|violett|marmoriert|blass)(?: \\w+)?',
      '(?:weiß|weiss|grau|blau|schwarz|marmoriert) (?:geworden|verfarbt)',
    ],
    severe_pain: [
      '(?:starke|starken|unertragliche|unertraglichen|heftige|heftigen|extreme|furchtbare) schmerzen?',
      'schmerzen? (?:\\w+ ){0,4}(?:unertraglich|immer (?:schlimmer|starker)|schlimmer|nicht auszuhalten)',
    ],
    weakness: [
      '(?:gesicht|mund|mundwinkel) (?:hangt|gelahmt|ist gelahmt)',
      '(?:arm|bein) (?:ist |fuhlt sich )?(?:\\w+ )?(?:schwach|taub|gelahmt)',
      '(?:probleme|schwierigkeiten|mühe) beim sprechen',
      '!kann (?:\\w+ ){0,3}(?:nicht|kaum)(?: \\w+)? sprechen',
      '(?:lallen|lalle)',
    ],
    fever: withFever('fieber', 'schwell\\w*|schwillt|geschwollen\\w*|rot\\w*|heiß\\w*|heiss\\w*|eiter\\w*'),
  },
  es: {
    distress: [
      'matarme',
      'suicid\\w*',
      '(?:quiero|ganas de|quisiera) morir(?:me)?',
      'quitarme la vida',
      'acabar con (?:todo|mi vida)',
      '!no quiero (?:seguir viviendo|vivir)',
    ],
    vision: [
      '!no (?:puedo ver|veo|logro ver)',
      'veo (?:doble|borroso|mal|nublado)',
      '(?:perdi|perdido|perdiendo|perdida de)(?: la)? (?:vista|vision)',
      '(?:vista|vision) (?:esta |se puso )?(?:borrosa|doble|nublada)',
      '(?:quedo|quedado|quedando|estoy) cieg[oa]',
    ],
    breathing: [
      '!no puedo (?:\\w+ )?(?:respirar|tragar)',
      '(?:cuesta|dificultad(?:es)? (?:para|al)|problemas (?:para|al)|me cuesta) (?:\\w+ )?(?:respirar|tragar)',
      'falta (?:de|el) (?:aire|aliento)',
      '(?:lengua|garganta) (?:esta |se me |se )?(?:hinch\\w*|inflam\\w*|cierra)',
    ],
    blanching: [
      'piel (?:\\w+ ){0,5}(?:blanca|gris|negra|azul|morada|violeta|moteada|palida)',
      '(?:puesto|puso|vuelto|volvio) (?:blanc[oa]|gris|negr[oa]|morad[oa])',
    ],
    severe_pain: [
      'dolor (?:\\w+ )?(?:insoportable|intenso|fuerte|terrible|severo|extremo)',
      'dolor (?:\\w+ ){0,3}(?:empeora|aumenta|va a peor|mas fuerte)',
    ],
    weakness: [
      '(?:cara|boca|sonrisa) (?:esta |se me )?(?:caid[oa]|paralizad[oa]|torcid[oa]|cae)',
      '(?:brazo|pierna) (?:esta |lo siento )?(?:debil|dormid[oa]|paralizad[oa]|adormecid[oa])',
      '(?:cuesta|dificultad(?:es)? (?:para|al)|problemas (?:para|al)) hablar',
      '!no puedo hablar',
    ],
    fever: withFever('fiebre', 'hinch\\w*|inflam\\w*|roj[oa]s?|caliente\\w*|pus'),
  },
  it: {
    distress: [
      'uccidermi',
      'ammazzarmi',
      'suicid\\w*',
      'togliermi la vita',
      '(?:voglio|vorrei|voglia di) morire',
      'farla finita',
      '!non voglio (?:piu )?vivere',
    ],
    vision: [
      '!non (?:ci )?(?:vedo|riesco (?:piu )?a vedere)',
      'vedo (?:doppio|sfocato|annebbiato|male|sfuocato)',
      '(?:perso|perdendo|perdita della|perdita di)(?: la)? vista',
      '(?:vista|visione) (?:e |e diventata )?(?:sfocata|doppia|annebbiata|offuscata)',
      '(?:sono|diventat[oa]) ciec[oa]',
    ],
    breathing: [
      '!non riesco (?:\\w+ )?(?:a )?(?:respirare|deglutire|inghiottire)',
      '(?:fatica|difficolta|problemi|fatico) (?:a|nel|ad) (?:respirare|deglutire|inghiottire)',
      '!manca (?:il respiro|l aria|il fiato)',
      '(?:fiato corto|affanno)',
      '(?:lingua|gola) (?:e |mi si )?(?:gonfi\\w*|chiud\\w*)',
    ],
    blanching: [
      'pelle (?:\\w+ ){0,5}(?:bianca|grigia|nera|blu|viola|marezzata|pallida)',
      '(?:diventat[oa]) (?:bianc[oa]|grigi[oa]|ner[oa]|viola)',
    ],
    severe_pain: [
      'dolore (?:\\w+ )?(?:insopportabile|intenso|forte|fortissimo|terribile|atroce|lancinante)',
      'dolore (?:\\w+ ){0,3}(?:peggiora|aumenta|piu forte)',
      'forte dolore',
    ],
    weakness: [
      '(?:viso|bocca|volto|sorriso) (?:e |si e )?(?:cadut[oa]|paralizzat[oa]|stort[oa]|cade)',
      '(?:braccio|gamba) (?:e |mi sento )?(?:debole|intorpidit[oa]|paralizzat[oa])',
      '(?:fatica|difficolta|problemi|fatico) (?:a|nel) parlare',
      '!non riesco (?:\\w+ )?(?:a )?parlare',
    ],
    fever: withFever('febbre', 'gonfi\\w*|ross[oa]|cald[oa]|pus'),
  },
  pt: {
    distress: [
      'me matar',
      'suicid\\w*',
      'tirar (?:a )?minha (?:propria )?vida',
      '(?:quero|vontade de|queria) morrer',
      'acabar com (?:tudo|a minha vida|minha vida)',
      '!nao quero (?:mais )?viver',
    ],
    vision: [
      '!nao (?:consigo (?:\\w+ )?(?:ver|enxergar)|vejo|enxergo|estou (?:vendo|enxergando))',
      '(?:vejo|vendo|enxergo|enxergando) (?:duplo|dobrado|embacado|borrado|turvo|tudo (?:embacado|turvo))',
      '(?:perdi|perdendo|perda (?:de|da))(?: a)? (?:vista|visao)',
      '(?:vista|visao) (?:esta |ficou )?(?:embacada|dupla|turva|borrada)',
      '(?:fiquei|ficando|estou) ceg[oa]',
    ],
    breathing: [
      '!nao consigo (?:\\w+ )?(?:respirar|engolir)',
      '(?:dificuldades?|problemas?) (?:para|de|em|ao) (?:respirar|engolir)',
      'falta de ar',
      '(?:lingua|garganta) (?:esta |ficou )?(?:inchad\\w*|inchando|fechando)',
    ],
    blanching: [
      'pele (?:\\w+ ){0,5}(?:branca|cinza|cinzenta|preta|azul|roxa|palida|manchada)',
      '(?:ficou|ficando) (?:branc[oa]|cinza|pret[oa]|rox[oa])',
    ],
    severe_pain: [
      'dor (?:\\w+ )?(?:insuportavel|intensa|forte|terrivel|severa|extrema)',
      'dor (?:\\w+ ){0,3}(?:piora|piorando|aumenta|aumentando|mais forte)',
    ],
    weakness: [
      '(?:rosto|boca|face|sorriso) (?:esta )?(?:caid[oa]|caiu|paralisad[oa]|tort[oa])',
      '(?:braco|perna) (?:esta )?(?:frac[oa]|dormente|paralisad[oa])',
      '(?:dificuldades?|problemas?) (?:para|de|em|ao) falar',
      '!nao consigo falar',
      'fala (?:enrolada|arrastada)',
    ],
    fever: withFever('febre', 'inchad\\w*|inchaco|vermelh[oa]|quente|pus'),
  },
  ru: {
    distress: [
      'убить себя',
      'покончить с (?:собой|жизнью)',
      'суицид\\w*',
      'самоубийств\\w*',
      'хочу умереть',
      'хочется умереть',
      '!не хочу (?:больше )?жить',
    ],
    vision: [
      '!(?:не|ничего не|плохо) (?:вижу|видит|могу видеть)',
      '!перестал\\w* видеть',
      'вижу (?:размыто|нечетко|мутно|двойн\\w*)',
      'двоится',
      '(?:потерял\\w*|теряю|потеря) зрени\\w*',
      'зрение (?:\\w+ )?(?:пропал\\w*|ухудшил\\w*|размыт\\w*|затуманил\\w*)',
      '(?:ослеп\\w*|слепну)',
    ],
    breathing: [
      '!(?:не могу|невозможно|не получается) (?:\\w+ )?(?:дышать|глотать|вдохнуть)',
      '(?:трудно|тяжело|сложно|больно) (?:дышать|глотать)',
      'задыхаюсь',
      'одышк\\w*',
      '!не хватает воздуха',
      '(?:язык|горло) (?:\\w+ )?(?:опух\\w*|отек\\w*|распух\\w*)',
      '(?:опух\\w*|отек\\w*|распух\\w*) (?:язык|горло)',
    ],
    blanching: [
      'кожа (?:\\w+ ){0,5}(?:побелел\\w*|посерел\\w*|почернел\\w*|посинел\\w*|побледнел\\w*|бел\\w*|сер\\w*|черн\\w*|мраморн\\w*)',
      '(?:побелел|посерел|почернел|посинел)\\w*',
    ],
    severe_pain: [
      '(?:сильная|сильные|сильную|невыносим\\w*|нестерпим\\w*|ужасн\\w*|острая) бол\\w*',
      'боль (?:\\w+ ){0,3}(?:невыносим\\w*|нестерпим\\w*|усиливает\\w*|усилил\\w*|хуже)',
    ],
    weakness: [
      '(?:лицо|рот|улыбка) (?:\\w+ )?(?:обвис\\w*|перекосил\\w*|парализ\\w*|опустил\\w*)',
      '(?:перекосило|парализовало) (?:лицо|рот)',
      '(?:рука|нога|руку|ногу) (?:\\w+ )?(?:слаб\\w*|онемел\\w*|парализ\\w*|немеет)',
      '(?:трудно|тяжело|сложно) говорить',
      '!не могу говорить',
    ],
    fever: withFever('температура|жар|лихорадк\\w*', 'опух\\w*|отек\\w*|красн\\w*|покраснел\\w*|горяч\\w*|гно\\w*'),
  },
  ar: {
    distress: [
      '(?:\\w)?اقتل نفسي',
      '(?:ال)?انتحار\\w*',
      'انهاء حياتي',
      'انهي حياتي',
      '(?:اريد|اتمني|بدي) (?:ان )?(?:اموت|الموت)',
      '!لا اريد (?:ان )?(?:اعيش|العيش)',
    ],
    vision: [
      '!(?:لا|ما|لم اعد|مش) (?:\\w+ )?(?:اري|اشوف|شايف\\w*|الرويه)',
      'فقد\\w* (?:\\w+ )?(?:البصر|بصري|الرويه|النظر)',
      '(?:رويه|الرويه|نظري|النظر|رويتي) (?:\\w+ )?(?:ضبابي\\w*|مزدوج\\w*|مشوش\\w*|غير واضح\\w*)',
      '(?:اري|اشوف) (?:\\w+ )?(?:مزدوج\\w*|ضباب\\w*|مشوش\\w*)',
      '(?:اصبحت|صرت) (?:اعمي|عمياء)',
    ],
    breathing: [
      '!(?:لا|ما|مش) (?:استطيع|اقدر|قادر\\w*|يمكنني) (?:\\w+ )?(?:التنفس|اتنفس|البلع|ابلع)',
      'ضيق (?:في )?(?:ال)?(?:تنفس|نفس)',
      '(?:صعوبه|مشكله|مشاكل) (?:في )?(?:التنفس|البلع)',
      'اختن\\w*',
      '(?:لساني|حلقي|اللسان|الحلق) (?:\\w+ )?(?:متورم\\w*|منتفخ\\w*|يتورم|تورم)',
      'تورم (?:في )?(?:لساني|حلقي|اللسان|الحلق)',
    ],
    blanching: [
      '(?:جلدي|الجلد|بشرتي|البشره) (?:\\w+ ){0,5}(?:ابيض|بيضاء|رمادي\\w*|اسود|سوداء|ازرق|زرقاء|شاحب\\w*|ابيضت|اسودت)',
    ],
    severe_pain: [
      '(?:الم|الام|وجع|الالم) (?:\\w+ )?(?:شديد\\w*|لا يطاق|لا يحتمل|فظيع\\w*|مبرح\\w*|قوي جدا|الشديد\\w*)',
      '(?:الالم|الوجع) (?:\\w+ )?(?:يزداد|يسوء|اسوا)',
    ],
    weakness: [
      '(?:وجهي|فمي|الوجه|الفم) (?:\\w+ )?(?:متدل\\w*|مشلول\\w*|مايل\\w*|ملتو\\w*|تدلي)',
      'شلل (?:\\w+ )?(?:\\w*وجه\\w*|نصفي)',
      '(?:ذراعي|ساقي|يدي|رجلي) (?:\\w+ )?(?:ضعيف\\w*|مخدر\\w*|مشلول\\w*|خدر\\w*)',
      'صعوبه (?:في )?(?:الكلام|النطق|التكلم|التحدث)',
      '!(?:لا|ما) (?:استطيع|اقدر) (?:\\w+ )?(?:الكلام|التكلم|اتكلم|التحدث)',
    ],
    fever: withFever(
      '\\w*حمي|\\w*حراره|سخونه',
      '\\w*تورم\\w*|\\w*متورم\\w*|\\w*انتفاخ\\w*|\\w*منتفخ\\w*|\\w*احمر\\w*|حمراء|ساخن\\w*|صديد|قيح',
    ),
  },
  zh: {
    distress: [
      '自杀',
      '自殺',
      '想死',
      '不想活',
      '结束(?:自己的|我的)?生命',
      '結束(?:自己的|我的)?生命',
      '寻死',
      '轻生',
      '輕生',
    ],
    vision: [
      '!看不(?:见|見|到|清)',
      '失明',
      '(?:视力|視力|视野|視野|眼睛|眼前|视觉).{0,4}(?:模糊|下降|丧失|喪失|消失|重影|发黑|發黑|变差)',
      '视物模糊',
      '重影',
      '(?:突然|快要|眼睛)瞎',
    ],
    breathing: [
      '!(?:不能|无法|無法|没法|喘不过|喘不上|喘不過)(?:.{0,3})?(?:呼吸|吞咽|吞嚥|气|氣)',
      '呼吸(?:很|非常|有点|有些|十分)?(?:困难|困難|急促|不畅|不了)',
      '吞(?:咽|嚥)(?:很|非常|有点|有些)?(?:困难|困難)',
      '(?:舌头|舌頭|喉咙|喉嚨|咽喉).{0,4}(?:肿|腫)',
    ],
    blanching: [
      '(?:皮肤|皮膚|肤色|膚色).{0,8}(?:发白|發白|变白|變白|发灰|变灰|變灰|发黑|变黑|變黑|发紫|变紫|發紫|苍白|花斑)',
    ],
    severe_pain: [
      '(?:剧烈|劇烈|剧|难以忍受的|無法忍受的|无法忍受的|极度|严重)(?:的)?(?:疼痛|痛)',
      '(?:疼|痛)(?:得|到)?.{0,3}(?:受不了|难以忍受|難以忍受|无法忍受|要命)',
      '(?:越来越|越來越)(?:疼|痛)',
    ],
    weakness: [
      '(?:脸|臉|嘴|嘴角|面部|面).{0,4}(?:歪|下垂|瘫|癱|麻痹|麻痺)',
      '(?:手臂|胳膊|手|腿|肢体).{0,4}(?:无力|無力|发麻|麻木|瘫|癱|没力气|没有力气)',
      '(?:说话|說話|讲话).{0,3}(?:困难|困難|不清|含糊)',
      '!(?:说不出话|說不出話)',
    ],
    fever: withFeverUnspaced('发烧|發燒|发热|發熱|高烧|高燒', '肿|腫|红|紅|发烫|發燙|脓|膿'),
  },
  ja: {
    distress: ['死にたい', '自殺', '命を絶', '消えてしまいたい', '!生きていたくな', '!生きたくな', '!もう生きて'],
    vision: [
      '!(?:目|眼|片目|右目|左目|何も|前).{0,4}見えな',
      '!見えなく',
      '!見えません',
      '失明',
      '視力.{0,4}(?:低下|落ち|失|なくな)',
      '(?:二重|ダブって|ぼやけて|かすんで|ぼんやり).{0,2}見え',
      '(?:視界|視野|目).{0,4}(?:ぼやけ|かす|暗)',
      '複視',
    ],
    breathing: [
      '!(?:息|呼吸).{0,3}(?:できな|できませ|吸えな)',
      '息(?:が)?(?:苦し|切れ|しづら|しにく)',
      '呼吸(?:が|は)?(?:苦し|困難|しづら|しにく)',
      '!(?:飲み込め|のみこめ)(?:な|ませ)',
      '飲み込み(?:にく|づら)',
      '(?:舌|のど|喉).{0,4}(?:腫れ|はれ)',
    ],
    blanching: ['(?:皮膚|肌).{0,10}(?:白く|灰色|黒く|紫|青白|まだら|変色|蒼白)'],
    severe_pain: [
      '(?:激しい|ひどい|強い|耐えられない|我慢できない|ものすごい)(?:痛み|疼痛)',
      '激痛',
      '痛み.{0,6}(?:ひどくな|強くな|悪化|耐えられ|我慢でき|増し)',
    ],
    weakness: [
      '(?:顔|口|口角|片側).{0,6}(?:下が|垂れ|麻痺|まひ|ゆが)',
      '(?:腕|手|足|脚).{0,4}(?:力が入らな|しびれ|麻痺|動かな)',
      '(?:ろれつ|呂律)',
      '(?:話し|しゃべり)(?:にく|づら)',
      '!(?:話せ|しゃべれ)(?:な|ませ)',
    ],
    fever: withFeverUnspaced('発熱|熱が|高熱|熱も', '腫れ|はれ|赤く|赤み|熱い|膿'),
  },
  ko: {
    distress: ['죽고 ?싶', '자살', '목숨을 끊', '!살고 ?싶지 ?않', '!살기 ?싫', '극단적인? 선택'],
    vision: [
      '!(?:눈|앞|시야|한쪽)\\w*(?: \\w+){0,3} ?안 ?보',
      '!보이지 ?않',
      '실명',
      '시력\\w* ?(?:\\w+ )?(?:떨어|잃|저하|나빠)',
      '(?:흐릿하게|흐리게|뿌옇게|두 ?개로|겹쳐|이중으로) ?보',
      '시야\\w* ?(?:\\w+ )?(?:흐|뿌옇|어두)',
      '복시',
    ],
    breathing: [
      '!숨\\w* ?(?:\\w+ )?(?:못|안) ?쉬',
      '!숨\\w* ?쉴 수\\w* ?없',
      '숨\\w* ?(?:쉬기\\w* ?)?(?:\\w+ )?(?:힘들|어렵|차|가빠|막)',
      '호흡\\w* ?(?:\\w+ )?(?:곤란|힘들|어렵)',
      '삼키기\\w* ?(?:\\w+ )?(?:힘들|어렵)',
      '!삼킬 수\\w* ?없',
      '(?:혀|목구멍|목|인후)\\w* ?(?:\\w+ )?(?:부어|부었|붓)',
    ],
    blanching: ['피부\\w* (?:\\w+ ){0,4}(?:하얗게|하얘|회색|검게|까맣게|보라|파랗게|창백|얼룩덜룩)'],
    severe_pain: [
      '(?:심한|극심한|참을 수 없는|견딜 수 없는|엄청난) ?(?:통증|고통)',
      '통증\\w* (?:\\w+ ){0,3}(?:심해|악화|참을 수 없|견딜 수 없|심합|심하)',
      '너무 아파',
    ],
    weakness: [
      '(?:얼굴|입|입꼬리)\\w* (?:\\w+ )?(?:처지|처졌|마비|비뚤|돌아가)',
      '(?:팔|다리|손)\\w* (?:\\w+ )?(?:힘이 없|힘이 안|저리|마비)',
      '말\\w* ?(?:\\w+ )?(?:어눌|하기 ?힘들|하기 ?어렵)',
      '!말\\w* ?못 ?하',
      '안면 ?마비',
    ],
    fever: [
      '(?:열이|발열|고열)(?: \\w+){0,8} (?:\\w*부[었어은]\\w*|붓\\w*|붉\\w*|빨갛\\w*|뜨겁\\w*|고름\\w*)',
      '(?:부[었어은]\\w*|붓\\w*|붉\\w*|빨갛\\w*|뜨겁\\w*|고름\\w*)(?: \\w+){0,8} (?:열이|발열\\w*|고열\\w*)',
    ],
  },
};

/**
 * Words before and after a sign that deny the sign ('no trouble breathing'). Chinese, Japanese and Korean attach
 * endings and particles directly to a word, so the patterns cannot rely on word boundaries.
 */
interface Denial {
  readonly before?: string;
  readonly after?: string;
  readonly isUnspaced?: boolean;
  /** Letters that can be attached to the front of a word. In Arabic, 'and', 'with' and 'by' are such letters. */
  readonly prefix?: string;
}
/**
 * Japanese words that deny the sign before them. The Chinese entry has these words as well, because its patterns also
 * match signs in Japanese texts.
 */
const afterwards = '(?:は|も|が|など)?(?:ありませ|ない|なし|なく)';
export const redFlagDenials: Readonly<Record<ReadingLanguage, Denial>> = {
  en: { before: 'no|without|never|not|any' },
  fr: { before: 'sans|aucune?|pas de|pas d|jamais' },
  de: { before: 'kein\\w*|ohne|nie|nicht' },
  es: { before: 'sin|ningun\\w*|nunca|no|ni' },
  it: { before: 'senza|nessun\\w*|mai|non|ne' },
  pt: { before: 'sem|nenhum\\w*|nunca|nao|nem' },
  ru: { before: 'без|нет|никак\\w*|не' },
  ar: { before: 'بدون|دون|بلا|لا|ليس|لم', prefix: '[وفبلك]{0,2}' },
  zh: { before: '没有|沒有|没|无|無|未|不', after: afterwards, isUnspaced: true },
  ja: { after: afterwards, isUnspaced: true },
  ko: { after: '\\w{0,3} ?(?:없|아니)', isUnspaced: true },
};
