import { randomInt } from 'node:crypto';
import { type ReadingLanguage, ReadingLanguages } from '#contract/languages.ts';

/** Plant names for pseudonyms, separated by spaces. They reveal nothing about a person. */
const plants: Readonly<Record<ReadingLanguage, string>> = {
  en:
    'Alder Anemone Aspen Aster Bluebell Bramble Bryony Calendula Cedar Chestnut Clover Cornflower Cowslip Cypress ' +
    'Dogwood Elder Fennel Fern Foxglove Gentian Hawthorn Juniper Larch Lavender Lichen Linden Lupin Magnolia Maple ' +
    'Mimosa Myrtle Oleander Periwinkle Rowan Saffron Sorrel Tansy Thistle Thyme Verbena Yarrow Zinnia',
  fr:
    'Aulne Anémone Tremble Aster Jacinthe Mûrier Bryone Souci Cèdre Châtaignier Trèfle Bleuet Primevère Cyprès ' +
    'Cornouiller Sureau Fenouil Fougère Digitale Gentiane Aubépine Genévrier Mélèze Lavande Lichen Tilleul Lupin ' +
    'Magnolia Érable Mimosa Myrte Oléandre Pervenche Sorbier Safran Oseille Tanaisie Chardon Thym Verveine Achillée ' +
    'Zinnia',
  zh:
    '雪松 银杏 海棠 木兰 丁香 茉莉 桂花 紫藤 芍药 牡丹 百合 水仙 薄荷 迷迭香 鼠尾草 薰衣草 百里香 月桂 枫树 白桦 梧桐 云杉 ' +
    '柏树 杜鹃 山茶 蔷薇 兰草 菖蒲 芦苇 荷花 石竹 矢车菊 龙胆 报春 鸢尾 三叶草 蕨草 忍冬',
  ja:
    'スズラン ツバキ モクレン フジ イチョウ ヒノキ シラカバ ケヤキ ナデシコ キキョウ リンドウ アヤメ レンゲ クローバー シダ ヨモギ ' +
    'ミント ラベンダー タイム セージ ローズマリー ユーカリ ミモザ アジサイ コスモス ダリア キク ハギ ススキ ツツジ サツキ ナンテン ' +
    'ヤナギ ブナ モミジ',
  it:
    'Abete Acero Agrifoglio Alloro Anemone Astro Betulla Biancospino Calendula Cardo Castagno Cedro Cipresso Edera ' +
    'Faggio Felce Finocchio Frassino Genziana Ginepro Glicine Larice Lavanda Lino Lupino Magnolia Malva Mimosa ' +
    'Mirto Olmo Primula Rosmarino Salice Salvia Sambuco Tiglio Timo Trifoglio Verbena',
  de:
    'Ahorn Akelei Anemone Aster Buche Distel Efeu Eibe Enzian Erle Farn Flieder Ginster Holunder Kamille Klee ' +
    'Lärche Lavendel Linde Lupine Magnolie Malve Minze Mohn Myrte Primel Quitte Ringelblume Rosmarin Salbei Schlehe ' +
    'Thymian Ulme Veilchen Wacholder Weide Zeder Zinnie',
  es:
    'Acebo Álamo Aliso Anémona Arce Aster Azafrán Brezo Cardo Castaño Cedro Ciprés Clavel Enebro Espliego Fresno ' +
    'Genciana Helecho Hinojo Laurel Lavanda Lino Magnolia Malva Mimosa Mirto Olmo Orquídea Romero Salvia Sauce ' +
    'Saúco Tilo Tomillo Trébol Verbena Zinnia',
  ko:
    '동백 목련 진달래 개나리 벚꽃 단풍 은행 자작 소나무 잣나무 느티 버들 수국 국화 코스모스 백합 붓꽃 제비꽃 민들레 토끼풀 ' +
    '고사리 쑥부쟁이 도라지 패랭이 라벤더 로즈마리 민트 타임 세이지 미모사 모란 작약 연꽃 수선화 해바라기 달맞이 억새 갈대',
  pt:
    'Abeto Alecrim Alfazema Amieiro Anêmona Aroeira Avenca Azaleia Bromélia Calêndula Camomila Cardo Carvalho Cedro ' +
    'Cipreste Crisântemo Figueira Freixo Gardênia Hibisco Ipê Jacarandá Lavanda Lírio Magnólia Malva Manacá Mimosa ' +
    'Murta Orquídea Sabugueiro Salgueiro Sálvia Tomilho Trevo Verbena Zínia',
  ru:
    'Астра Анемон Барбарис Берёза Бузина Василёк Верба Вереск Вяз Гвоздика Жасмин Зверобой Ива Ирис Калина Каштан ' +
    'Кедр Кипарис Клевер Клён Ландыш Лаванда Липа Лотос Люпин Магнолия Мальва Мимоза Мята Ольха Папоротник Пион ' +
    'Ромашка Рябина Сирень Тимьян Тополь Фиалка Шалфей Ясень',
  ar:
    'زنبق نعناع زعتر خزامى إكليل مريمية أقحوان بنفسج قرنفل ميموزا لوتس أرز صنوبر سرو عرعر قيقب صفصاف زيزفون كستناء ' +
    'برسيم سرخس خلنج آس لبلاب خبازى بابونج زعفران غار بلوط حور دردار سنديان جهنمية ماغنوليا',
};

/**
 * Returns a name such as 'Juniper 4821' in the language of the account. The name may not be unique, but `freeHandle`
 * makes a unique handle from it.
 */
export function pseudonym(language: string): string {
  const known = ReadingLanguages.find((one) => one === language) ?? 'en';
  const names = plants[known].split(' ');
  return `${names[randomInt(names.length)]} ${randomInt(10, 10_000)}`;
}
