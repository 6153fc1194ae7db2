import './styles/index.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { App, createQueryClient } from './app/App';
import { createAppRouter, type AppRouter } from './app/router';
import { chosenLanguage, loadLanguage, SOURCE_LANGUAGE } from './texts/language';

/** `./lab site` marks its page. */
const SITE_MARK = 'meta[name="lab-site"]';

function open(router: AppRouter) {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no element with id "root"');
  createRoot(root).render(
    <StrictMode>
      <App router={router} queryClient={createQueryClient()} />
    </StrictMode>,
  );
}

function start() {
  if (document.querySelector(SITE_MARK) === null) open(createAppRouter());
  else void import('./site/start').then(({ startSite }) => open(startSite(createAppRouter)));
}

const language = chosenLanguage(navigator.languages);
// English waits for nothing; without its texts another language is English, too.
if (language === SOURCE_LANGUAGE) start();
else void loadLanguage(language).then(start, start);
