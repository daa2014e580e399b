import '@mantine/dates/styles.layer.css'
import { currentFormats } from '@/shared/domain/text/formats'
import { DatePicker, DatesProvider } from '@mantine/dates'

type CalendarProps = { day: string | null; onPick: (day: string) => void }

/** One month to pick a day from; its own part of the code, because most visits never open it. */
export const Calendar = ({ day, onPick }: CalendarProps) => (
  <DatesProvider
    settings={{ firstDayOfWeek: (currentFormats().first_weekday % 7) as 0 | 1 | 6, consistentWeeks: true }}
  >
    <DatePicker
      value={day}
      {...(day ? { defaultDate: day } : {})}
      allowDeselect={false}
      aria-label="Calendar"
      onChange={(picked) => picked && onPick(picked)}
    />
  </DatesProvider>
)
