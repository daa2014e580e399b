import { weekdayText } from '@/shared/domain/text/formats'
import classes from './schedule.module.css'

type DayChoiceProps = { days: readonly string[]; chosen: string; today: string; onChoose: (day: string) => void }

/** The days of a week beside each other on a phone; the list below is of the chosen one. */
export const DayChoice = ({ days, chosen, today, onChoose }: DayChoiceProps) => (
  <div className={classes.dayChoice} role="group" aria-label="Day">
    {days.map((day) => (
      <button
        key={day}
        type="button"
        aria-pressed={day === chosen}
        aria-label={weekdayText(day)}
        data-today={day === today || undefined}
        onClick={() => onChoose(day)}
      >
        <span>{weekdayText(day).slice(0, 3)}</span>
        <strong>{Number(day.slice(8))}</strong>
      </button>
    ))}
  </div>
)
