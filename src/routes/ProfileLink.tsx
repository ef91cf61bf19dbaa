import { Link } from 'react-router-dom'
import { buttonClass } from '../ui/buttonClass.ts'

/** In place of the account menu when its part does not arrive: the header must not fail with it. */
export function ProfileLink() {
  return (
    <Link to="/profile" className={buttonClass({ variant: 'ghost' })}>
      Profile
    </Link>
  )
}
