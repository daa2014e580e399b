/**
 * Reference rates of the European Central Bank of 28 February 2025, units for one euro; each was compared with that
 * day's published table. Used when no service is configured or reachable. The rouble is missing: the bank published its
 * last rate on 1 March 2022.
 */
export const bundledRates = {
  base: 'EUR',
  date: '2025-02-28',
  rates: {
    EUR: 1,
    USD: 1.0411,
    GBP: 0.82608,
    JPY: 156.96,
    CHF: 0.9394,
    CAD: 1.5019,
    AUD: 1.6741,
    CNY: 7.5782,
    INR: 90.971,
    KRW: 1519.92,
    SGD: 1.4037,
    HKD: 8.098,
    NOK: 11.7245,
    SEK: 11.188,
    DKK: 7.4583,
    PLN: 4.1503,
    CZK: 25.029,
    HUF: 399.5,
    TRY: 38.0186,
    BRL: 6.0712,
    MXN: 21.2191,
    ZAR: 19.1917,
    NZD: 1.8579,
  },
} as const
