import type { PersonalData } from '#server/platform/personal/personal-data.ts';

export const evidenceData: PersonalData = {
  tables: {
    evidence_looks: {
      why: 'Comparisons of photos before and after a treatment, of people who consented',
      of: 'user_id',
      hidden: ['user_id'],
      stays: 'until the consent is withdrawn',
      columns: {
        period: 'two weeks or three months after the treatment',
        outcome: 'whether they could be compared',
        dataset: 'version of the clinical dataset',
        engine: 'version of the simulation',
        looked_at: 'when they were compared',
      },
    },
    evidence_measurements: {
      why: 'Measured differences between the result of a treatment and its simulation, without pictures',
      of: 'user_id',
      hidden: ['user_id'],
      stays: 'until the consent is withdrawn',
      columns: {
        period: 'two weeks or three months after the treatment',
        treatment: 'which one of the clinical dataset',
        dose: 'how much was injected',
        dose_band: 'below, within or above the usual dose',
        tone: 'tone of the skin, where white paper in both photos tells it',
        simulated_mm: 'how far the simulation moves the zone',
        seen_mm: 'how far it has moved',
        error_mm: 'how far off the measurement may be',
        simulated_light: 'how much lighter or darker the simulation makes the zone',
        seen_light: 'how much lighter or darker it has become',
        error_light: 'how far off that may be',
      },
    },
    evidence_reports: {
      why: 'Published figures of at least ten people each',
      stays: 'permanently',
      columns: {
        month: 'for which it was computed',
        computed_at: 'when it was computed',
        dataset: 'version of the clinical dataset',
        engine: 'version of the simulation',
        people: 'how many people are in it, rounded down',
        cells: 'the figures',
        corrections: 'what they say about the dose-response table',
      },
    },
  },
};
