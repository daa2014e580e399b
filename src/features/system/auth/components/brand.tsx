import { useCompanySign } from '@/shared/hooks/company-sign'
import { RegistrationMark } from '@/shared/ui/page/registration-mark'
import classes from './brand.module.css'

/** The sign and the name of the company, where the shell with its own is not shown. */
export function Brand() {
  const { name, logoUrl } = useCompanySign()
  return (
    <header className={classes.brand}>
      {logoUrl ? <img className={classes.logo} src={logoUrl} alt="" height={32} /> : <RegistrationMark size={32} />}
      <span>{name}</span>
    </header>
  )
}
