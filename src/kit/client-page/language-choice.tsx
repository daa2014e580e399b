import { isLanguage, type Language, languages } from '@/shared/domain/texts/languages'
import classes from './language-choice.module.css'
import { chooseLanguage } from './use-page-language'

/** The choice of the language of what clients and visitors read. The browser keeps it. */
export const LanguageChoice = ({ label, language }: { label: string; language: Language }) => (
  <label className={classes.choice}>
    <span>{label}</span>
    <select
      // Before the app runs, public/take-over.js keeps what is chosen here.
      name="language"
      value={language}
      onChange={({ currentTarget: { value } }) => isLanguage(value) && chooseLanguage(value)}
    >
      {languages.map(({ value, ownName }) => (
        <option key={value} value={value} lang={value}>
          {ownName}
        </option>
      ))}
    </select>
  </label>
)
