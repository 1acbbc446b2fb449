// One redux store per window and account. Plain data only: no ports, no class instances.
import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { composing } from './composing';
import { connection } from './line/connection';
import { filesPlace } from './places/filesPlace';
import { navigation } from './places/navigation';
import { serverData } from './line/serverData';
import { visiting } from './places/visiting';
import { visits } from './places/visits';

const reducer = combineReducers({
  server: serverData,
  composing,
  connection,
  files: filesPlace,
  navigation,
  visits,
});

export const createAccountStore = () =>
  configureStore({
    reducer,
    // The development checks walk the whole state after each action; lists are replaced, so they would only cost time.
    middleware: (defaults) =>
      defaults({ serializableCheck: false, immutableCheck: false }).concat(visiting),
  });

export type AccountStore = ReturnType<typeof createAccountStore>;
export type AccountState = ReturnType<typeof reducer>;
export type AccountDispatch = AccountStore['dispatch'];

export const useAppDispatch = useDispatch.withTypes<AccountDispatch>();
export const useAppSelector = useSelector.withTypes<AccountState>();
