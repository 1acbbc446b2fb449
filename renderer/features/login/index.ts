export { LoginPage, type LoginPageProps } from './LoginPage';
export { SignInAgainDialog } from './SignInAgainDialog';
