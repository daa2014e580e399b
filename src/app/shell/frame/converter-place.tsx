import { CurrencyConverter } from '@/features/office/converter/components/currency-converter'
import { useSite } from '@/app/start/site'

/** Fired by the Currency Converter item of the side menu. */
const toggleConverterEvent = 'signwright:toggle-converter'
export const toggleConverter = (): boolean => window.dispatchEvent(new Event(toggleConverterEvent))

/** The floating converter at the bottom right. */
export const ConverterPlace = () => (
  <CurrencyConverter ratesUrl={useSite().config.ratesUrl} toggleEvent={toggleConverterEvent} />
)
