import { Link } from 'react-router-dom'
import { useCompanySign } from '@/shared/hooks/company-sign'
import { RegistrationMark } from '@/shared/ui/page/registration-mark'
import classes from './brand.module.css'
import { useFrameWords } from './words/frame-words'

/** The company's own logo where settings name one, else the sign of the product; and the company's name. */
export function Brand({ to }: { to: string }) {
  const company = useCompanySign()
  const say = useFrameWords()
  return (
    <Link to={to} className={classes.brand} aria-label={say('start', { company: company.name })}>
      {company.logoUrl ? (
        <img className={classes.logo} src={company.logoUrl} alt="" height={28} />
      ) : (
        <RegistrationMark size={28} />
      )}
      <span className={classes.name}>{company.name}</span>
    </Link>
  )
}
