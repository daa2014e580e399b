import { loadingWords } from './loading-words'
import { RegistrationMark } from './registration-mark'
import classes from './loading-screen.module.css'

/** That of the document, which is English around the screens of staff. */
const languageOfDocument = () => (typeof document === 'undefined' ? 'en' : document.documentElement.lang)

/** Fills the window while the session loads (spec 1 §2.6). It needs no theme, so it can be the first paint. */
export const LoadingScreen = ({ language = languageOfDocument() }: { language?: string }) => (
  <div className={classes.screen} role="status">
    <span className={classes.mark}>
      <RegistrationMark size={48} />
    </span>
    <span>{loadingWords[language] ?? loadingWords['en']}</span>
  </div>
)
