import { describe, expect, test } from 'vitest';
import { type ReadingLanguage, ReadingLanguages } from '../languages.ts';
import { type RedFlag, redFlagIn } from './red-flags.ts';

test.each<[RedFlag | null, string]>([
  ['vision', 'Two hours after my filler I can’t see out of my left eye'],
  ['vision', '<p>My vision is blurry since the injection.</p>'],
  ['vision', 'Depuis ce matin je vois double'],
  ['vision', 'J’ai perdu la vue d’un œil, que faire ?'],
  ['breathing', 'I have trouble breathing, is it normal after Botox?'],
  ['breathing', 'My tongue is swelling'],
  ['breathing', 'J’ai du mal à avaler depuis hier'],
  ['breathing', 'Je n’arrive plus à respirer'],
  ['blanching', 'The skin above my lip turned white right after'],
  ['blanching', 'Ma peau est devenue grise autour du nez'],
  ['severe_pain', 'Severe pain in my cheek tonight'],
  ['severe_pain', 'The pain is getting worse every hour'],
  ['severe_pain', 'Une douleur insupportable après l’injection'],
  ['weakness', 'My face is drooping and my arm is weak'],
  ['weakness', 'J’ai des difficultés à parler'],
  ['fever', 'I have a fever and the cheek is hot and swollen'],
  ['fever', 'La joue est gonflée et j’ai de la fièvre'],
  ['distress', 'I look so bad that I want to die'],
  ['distress', 'J’ai envie de mourir'],
  // If a text has several signs, the gravest sign is found.
  ['distress', 'Severe pain, and I want to die'],
  [null, 'Warmth and flaking are expected for five to seven days.'],
  [null, 'No trouble breathing, no fever, just redness.'],
  [null, 'Aucune douleur intense, pas de fièvre, joue un peu rouge'],
  [null, 'Pale skin and how to choose a sunscreen'],
  [null, 'I can see a difference after two weeks'],
  [null, 'One eyelid is a little lower than the other'],
  [null, 'Je vois une belle différence'],
  [null, 'A painful but short session'],
])('%s: %s', (expected, text) => {
  expect(redFlagIn(text)).toBe(expected);
});

/** A sentence for each sign in each language, and sentences that deny a sign. */
const spoken: Readonly<Record<ReadingLanguage, Readonly<Record<RedFlag, string>> & { denied: readonly string[] }>> = {
  en: {
    distress: 'I want to die',
    vision: 'I can’t see with my right eye',
    breathing: 'I cannot breathe well',
    blanching: 'My skin is turning white',
    severe_pain: 'Unbearable pain since noon',
    weakness: 'Slurred speech since this morning',
    fever: 'Swelling and a high fever',
    denied: ['No fever and no swelling', 'Without severe pain'],
  },
  fr: {
    distress: 'Je n’ai plus envie de vivre',
    vision: 'Je ne vois plus rien de l’œil droit',
    breathing: 'J’ai du mal à respirer',
    blanching: 'La peau est blanche autour de la bouche',
    severe_pain: 'Douleurs intenses depuis midi',
    weakness: 'Ma bouche est tordue et j’ai du mal à parler',
    fever: 'De la fièvre et la joue rouge',
    denied: ['Sans douleur intense', 'Aucune perte de vision'],
  },
  de: {
    distress: 'Ich möchte sterben',
    vision: 'Ich kann auf dem linken Auge nichts mehr sehen',
    breathing: 'Ich bekomme keine Luft',
    blanching: 'Die Haut um die Nase ist ganz weiß geworden',
    severe_pain: 'Ich habe seit gestern starke Schmerzen',
    weakness: 'Mein Mundwinkel hängt seit heute früh',
    fever: 'Die Wange ist geschwollen und ich habe Fieber',
    denied: ['Ich habe keine Atemnot', 'Ohne starke Schmerzen, nur etwas rot', 'Ich sehe einen Unterschied'],
  },
  es: {
    distress: 'Ya no quiero vivir',
    vision: 'Desde esta mañana veo borroso',
    breathing: 'No puedo respirar bien',
    blanching: 'La piel se me ha puesto blanca',
    severe_pain: 'Tengo un dolor insoportable',
    weakness: 'Tengo la boca torcida y me cuesta hablar',
    fever: 'Tengo fiebre y la mejilla está hinchada',
    denied: ['Sin dolor intenso', 'No tengo dificultad para respirar', 'Veo una gran diferencia'],
  },
  it: {
    distress: 'Voglio morire',
    vision: 'Non vedo più dall’occhio sinistro',
    breathing: 'Faccio fatica a respirare',
    blanching: 'La pelle è diventata bianca',
    severe_pain: 'Ho un dolore fortissimo',
    weakness: 'Ho il braccio intorpidito',
    fever: 'Ho la febbre e la guancia è gonfia',
    denied: ['Senza dolore forte', 'Nessuna difficoltà a respirare', 'Vedo una bella differenza'],
  },
  pt: {
    distress: 'Tenho vontade de morrer',
    vision: 'Não consigo enxergar com o olho direito',
    breathing: 'Estou com falta de ar',
    blanching: 'A pele ficou branca em volta do nariz',
    severe_pain: 'Estou com uma dor insuportável',
    weakness: 'Minha boca está torta',
    fever: 'Estou com febre e a bochecha está inchada',
    denied: ['Sem dor forte', 'Nenhuma dificuldade para respirar', 'Vejo uma grande diferença'],
  },
  ru: {
    distress: 'Я хочу умереть',
    vision: 'Я ничего не вижу левым глазом',
    breathing: 'Мне трудно дышать',
    blanching: 'Кожа вокруг носа побелела',
    severe_pain: 'У меня сильная боль в щеке',
    weakness: 'Лицо перекосилось',
    fever: 'Щека опухла и высокая температура',
    denied: ['Без сильной боли', 'Нет одышки', 'Я вижу разницу'],
  },
  ar: {
    distress: 'لا أريد أن أعيش',
    vision: 'لا أرى بعيني اليسرى',
    breathing: 'عندي ضيق في التنفس',
    blanching: 'أصبح جلدي حول الأنف أبيض',
    severe_pain: 'أشعر بألم شديد منذ أمس',
    weakness: 'عندي صعوبة في الكلام',
    fever: 'عندي حمّى وخدّي متورّم',
    denied: ['بدون ألم شديد', 'لا يوجد ضيق في التنفس', 'أرى فرقًا جميلًا'],
  },
  zh: {
    distress: '我真的不想活了',
    vision: '左眼突然看不见了',
    breathing: '我感觉呼吸困难',
    blanching: '鼻子周围的皮肤发白',
    severe_pain: '脸颊剧烈疼痛',
    weakness: '今天早上嘴角歪了',
    fever: '脸颊红肿，还发烧',
    denied: ['没有呼吸困难', '没有剧烈疼痛', '我看到了变化'],
  },
  ja: {
    distress: 'もう死にたいです',
    vision: '左目が見えなくなりました',
    breathing: '息が苦しいです',
    blanching: '鼻のまわりの皮膚が白くなりました',
    severe_pain: '頬に激しい痛みがあります',
    weakness: '今朝から口角が下がっています',
    fever: '発熱があり、頬が腫れています',
    denied: ['激しい痛みはありません', '呼吸困難はないです', '違いが見えます'],
  },
  ko: {
    distress: '정말 죽고 싶어요',
    vision: '왼쪽 눈이 안 보여요',
    breathing: '숨쉬기가 힘들어요',
    blanching: '코 주변 피부가 하얗게 변했어요',
    severe_pain: '볼에 심한 통증이 있어요',
    weakness: '오늘 아침부터 말이 어눌해요',
    fever: '고열이 나고 볼이 부었어요',
    denied: ['심한 통증은 없어요', '호흡 곤란은 없습니다', '차이가 보여요'],
  },
};

describe.each(ReadingLanguages)('signs of an emergency in a text in %s', (language) => {
  const { denied, ...signs } = spoken[language];

  test.each(Object.entries(signs))('%s: %s', (sign, sentence) => {
    expect(redFlagIn(`<p>Filler. ${sentence}!</p>`)).toBe(sign);
  });

  test.each(denied)('no sign of an emergency is found in: %s', (sentence) => {
    expect(redFlagIn(sentence)).toBe(null);
  });
});

test('a sign of an emergency is found in the part after a "no"', () => {
  expect(redFlagIn('Is it normal? No. I can’t see.')).toBe('vision');
  expect(redFlagIn('No, no puedo respirar')).toBe('breathing');
});
