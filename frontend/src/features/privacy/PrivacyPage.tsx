import { Link } from '@tanstack/react-router';

import styles from './privacy.module.css';

/** The stored personal data: whose, for how long, where, and how it is deleted. */
export function PrivacyPage() {
  return (
    <main className={styles.page}>
      <h1 className="page-title">Privacy</h1>
      <p className={styles.short}>
        There are no accounts, no e-mail addresses, no cookies and no scripts from elsewhere.
        Everything stays on the computer that this lab runs on.
      </p>
      <InAClass />
      <WithoutAClass />
      <Deleting />
    </main>
  );
}

function InAClass() {
  return (
    <section>
      <h2>If you join a class</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">What is stored</th>
            <th scope="col">Why</th>
            <th scope="col">Who sees it</th>
          </tr>
        </thead>
        <tbody>
          <Row
            what="Your alias and those of your partners, chosen by you or made up, and your section"
            why="So that your teacher knows whose answers they are"
            who="Your teachers. While names are hidden they see numbers instead; a wall shows neither"
          />
          <Row
            what="Your answers, predictions and runs, with their times"
            why="They are the work of the lab"
            who="You and your teachers; other students only as part of a tally, a curve or a map without names"
          />
          <Row
            what="Which step you look at, when you were last there, and whether you ask for help"
            why="So that your teacher sees who is stuck"
            who="Your teachers"
          />
          <Row
            what="Feedback and points"
            why="Your teacher gives them"
            who="You and your teachers"
          />
          <Row
            what="An identifier, if your teacher asks for one, as a hash"
            why="So that grades reach the right person: your teacher has the list, the lab has not"
            who="It cannot be read here. Grades name its place in your teacher’s list"
          />
          <Row
            what="That someone left the class, as a hash of the browser’s key and of the class"
            why="So that leaving and joining again does not wipe wrong answers unseen"
            who="Your teachers, if the same browser joins again: how often it had left"
          />
          <Row
            what="A hash of your recovery code and of your browser’s key"
            why="So that only you can continue your work"
            who="No one"
          />
          <Row
            what="That your tabs compute an experiment of your teacher, if you let them, as a hash of your browser’s key"
            why="So that a browser that sends wrong numbers is stopped, and all it sent computed again"
            who="No one. The numbers belong to the experiment, and stay without anything that identifies you"
          />
          <Row
            what="Of a teacher: a name, and a hash of the browser’s key"
            why="So that only teachers see the class"
            who="The other teachers"
          />
        </tbody>
      </table>
      <p>
        A class closes, and everything in this table is deleted, on a date that the class states. As
        a rule it closes 30 days after it was opened and is deleted 30 days later. As a student you
        find the date behind your alias; as a teacher under Class.
      </p>
    </section>
  );
}

function Row({ what, why, who }: { what: string; why: string; who: string }) {
  return (
    <tr>
      <th scope="row">{what}</th>
      <td>
        <span className={styles.column}>Why: </span>
        {why}
      </td>
      <td>
        <span className={styles.column}>Who sees it: </span>
        {who}
      </td>
    </tr>
  );
}

function WithoutAClass() {
  return (
    <section>
      <h2>If you use the lab alone</h2>
      <ul className="bullets">
        <li>
          Your browser makes a random key and keeps it in its own storage, along with drafts, the
          choice of colours and the keys of walls that it was given. The lab stores a hash of the
          key with your runs and labs: this is how they are recognised as yours. They stay until you
          delete them under <Link to="/runs">My work</Link> or <Link to="/labs">Labs</Link>.
        </li>
        <li>
          An algorithm that you enter in the <Link to="/league">league</Link> is shown to everyone,
          with its source, its licence and the author that you name, until you withdraw it there.
        </li>
        <li>
          A result belongs to its scenario and seed, not to a person. Anyone who asks for the same
          run gets the same result, and it is kept as long as any run refers to it.
        </li>
        <li>
          If you let your tabs compute another user’s experiment, a hash of the key stays with that
          experiment until its owner deletes it, or until you leave a class.
        </li>
        <li>
          The address of your computer is counted for a minute or two, so that a faulty program
          cannot block everyone. It is stored nowhere else.
        </li>
      </ul>
    </section>
  );
}

function Deleting() {
  return (
    <section>
      <h2>How to delete it</h2>
      <ul className="bullets">
        <li>
          <b>As a student:</b> open the lab, choose your alias in the bar at the top, then Delete.
          Your answers, points and alias are gone at once, and you leave the class.
        </li>
        <li>
          <b>As a teacher:</b> remove one student from the student’s panel, or delete the whole
          class under Class. Both take effect at once.
        </li>
        <li>
          <b>By itself:</b> on the stated date.
        </li>
        <li>The operator of this lab may keep backups, and can say for how long.</li>
      </ul>
    </section>
  );
}
