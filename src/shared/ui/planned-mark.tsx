import classes from './planned-mark.module.css'

/** Beside what leads to a screen that is not built yet. */
export const PlannedMark = () => <span className={classes.mark}>planned</span>
