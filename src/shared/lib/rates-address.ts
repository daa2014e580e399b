/** Where exchange rates are read: an address with `{base}` for the currency code. */
export let ratesAddress = ''

export const setRatesAddress = (url: string): void => {
  ratesAddress = url
}
