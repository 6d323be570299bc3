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
        treatment: 'the treatment in the clinical dataset',
        dose: 'how much was injected',
        dose_band: 'below, within or above the usual dose',
        tone: 'the skin tone, if white paper in both photos allows to measure it',
        simulated_mm: 'how far the simulation moves the zone',
        seen_mm: 'how far the zone has moved',
        error_mm: 'the error of the movement',
        simulated_light: 'how much lighter or darker the simulation makes the zone',
        seen_light: 'how much lighter or darker it has become',
        error_light: 'the error of the lightness',
      },
    },
    evidence_reports: {
      why: 'Published figures of at least ten people each',
      stays: 'permanently',
      columns: {
        month: 'the month of the report',
        computed_at: 'when it was computed',
        dataset: 'version of the clinical dataset',
        engine: 'version of the simulation',
        people: 'the number of people, rounded down',
        cells: 'the figures',
        corrections: 'the result of the comparison with the dose-response table',
      },
    },
  },
};
