import { RegistrationMark } from './registration-mark'
import classes from './loading-screen.module.css'

/** Fills the window while the session loads (spec 1 §2.6). It needs no theme, so it can be the first paint. */
export const LoadingScreen = () => (
  <div className={classes.screen} role="status">
    <span className={classes.mark}>
      <RegistrationMark size={48} />
    </span>
    <span>Loading...</span>
  </div>
)
