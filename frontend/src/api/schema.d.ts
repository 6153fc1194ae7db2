// Generated from openapi.json by `npm run api`. Do not edit.

export interface paths {
    "/api/algorithms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Algorithms
         * @description Every congestion control with its parameters, bounds, phases and series, exact or rebuilt.
         *     Those whose rule is not public: /api/algorithms/not-public.
         */
        get: operations["listAlgorithms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/algorithms/not-public": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Algorithms Not Public
         * @description Published algorithms whose rule is not public: what is known, and where it was looked for.
         */
        get: operations["listAlgorithmsNotPublic"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/class-codes/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Code
         * @description What a code leads to, before joining. Case, spaces and the dash do not matter.
         */
        get: operations["readClassCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/class-joins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join Class
         * @description Become a student. The same browser stays the same student, and keeps its recovery code.
         */
        post: operations["joinClass"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/class-recoveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recover
         * @description Go on in this browser; the one before is refused from then on.
         */
        post: operations["recoverStudent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/classes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Classes
         * @description The classes that this browser teaches, newest first.
         */
        get: operations["listClasses"];
        put?: never;
        /**
         * Create Class
         * @description Begin a class of a shipped lab, or of one's own. It keeps the lab as it is now.
         */
        post: operations["createClass"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/classes/{class_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Class
         * @description A class with its lab, notes and keys included.
         */
        get: operations["readClass"];
        put?: never;
        post?: never;
        /**
         * Delete Class
         * @description Forget a class: students, answers, feedback, snapshots. Its runs belong to nobody then.
         */
        delete: operations["deleteClass"];
        options?: never;
        head?: never;
        /**
         * Change Class
         * @description Pause, pace, lock, anonymise, rename, move the closing date.
         */
        patch: operations["changeClass"];
        trace?: never;
    };
    "/api/classes/{class_id}/board": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Board
         * @description All students by all steps.
         */
        get: operations["readClassBoard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/classes/{class_id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close Class
         * @description End a class. What was done can be read until `deletes_at`.
         */
        post: operations["closeClass"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/classes/{class_id}/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew Code
         * @description A new join code; the old one is void.
         */
        post: operations["renewClassCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/classes/{class_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream
         * @description Says when something has changed, at most once a second; holds nothing personal, so it is
         *     open to who knows the id. The first event comes at once, and ids are those of the runs' events.
         */
        get: operations["streamClassEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/classes/{class_id}/evidence.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export Evidence
         * @description The lab, grades, answers, and every run with scenario, seed, digests and summary.
         */
        get: operations["exportEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/classes/{class_id}/grades.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export Grades
         * @description A row per student, in UTF-8. No cell is a formula.
         */
        get: operations["exportGrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/classes/{class_id}/guide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Guide
         * @description The lab of a class for its teachers: minutes, expected answers, misconceptions, effects.
         */
        get: operations["readClassGuide"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/classes/{class_id}/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Snapshots
         * @description The newest first.
         */
        get: operations["listSnapshots"];
        put?: never;
        /**
         * Take Snapshot
         * @description Keep the answers to a step as they are, without names.
         */
        post: operations["takeSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/classes/{class_id}/snapshots/{snapshot_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete Snapshot
         * @description Forget a snapshot.
         */
        delete: operations["deleteSnapshot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/classes/{class_id}/steps/{step_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Step
         * @description Answers, their tally and the truth; runs with their evidence; the map.
         */
        get: operations["readClassStep"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/classes/{class_id}/students/{student_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove Student
         * @description Forget a student: name, answers, feedback. The runs belong to nobody then.
         */
        delete: operations["removeStudent"];
        options?: never;
        head?: never;
        /**
         * Change Student
         * @description Let a student in, rename them, move them to another section.
         */
        patch: operations["changeStudent"];
        trace?: never;
    };
    "/api/classes/{class_id}/students/{student_id}/feedback/{step_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give Feedback
         * @description Say something to an answer, and give points instead of the automatic ones. An empty text
         *     without points takes it back.
         */
        put: operations["giveFeedback"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/classes/{class_id}/teacher-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew Key
         * @description A new key; the old one is void.
         */
        post: operations["renewTeacherKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/classes/{class_id}/teachers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add Teacher
         * @description Teach a class whose key one has, also to come back in another browser.
         */
        post: operations["joinAsTeacher"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/classes/{class_id}/teachers/{teacher_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove Teacher
         * @description One browser teaches the class no longer. Renew the key, or it can come back.
         */
        delete: operations["removeTeacher"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/classes/{class_id}/wall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Wall
         * @description The wall, for teachers of the class and for whoever has its key; that opens nothing else.
         */
        get: operations["readClassWall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/classes/{class_id}/wall-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew Wall Key
         * @description A key that shows the wall and nothing else; the one before is void.
         */
        post: operations["renewWallKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/comparisons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare
         * @description Runs and cells of experiments beside a baseline: the settings in which they differ, and
         *     every metric with its 95% interval. Nothing is stored. Whoever knows the ids may compare.
         */
        post: operations["compare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Drafts
         * @description The drafts that were handed in under the key.
         */
        get: operations["readDrafts"];
        /**
         * Write Drafts
         * @description Hand in all drafts. 409 if another browser did so since `revision` was read; 413 beyond
         *     the size of a body.
         */
        put: operations["writeDrafts"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/evaluations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Evaluate
         * @description Puts an algorithm into every situation: an experiment. Who asks the same again gets the same
         *     one.
         */
        post: operations["evaluate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/evaluations/{experiment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Evaluation
         * @description The report card of an evaluation, as far as it is computed, for whoever knows the id.
         */
        get: operations["readEvaluation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream Of Runs
         * @description One stream for several runs: every event of each, from the first or behind Last-Event-ID.
         *     Its ids are the runs' event numbers joined by `.` in the order asked for.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Experiments
         * @description The owner's experiments, newest first.
         */
        get: operations["listExperiments"];
        put?: never;
        /**
         * Create Experiment
         * @description Ask for an experiment. `status` is `done` at once if every unit is stored.
         */
        post: operations["createExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check Experiment
         * @description What an experiment would mean, or everything that is wrong with it.
         */
        post: operations["checkExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/{experiment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Experiment
         * @description An experiment with its progress, without its numbers. Whoever knows its id may read it.
         */
        get: operations["readExperiment"];
        put?: never;
        post?: never;
        /**
         * Delete Experiment
         * @description Remove an experiment, and the numbers that no other experiment has.
         */
        delete: operations["deleteExperiment"];
        options?: never;
        head?: never;
        /**
         * Rename Experiment
         * @description Give an experiment another name. Its definition keeps its own.
         */
        patch: operations["renameExperiment"];
        trace?: never;
    };
    "/api/experiments/{experiment_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel Experiment
         * @description Stop for good; the numbers that were found stay. 409 if it is over.
         */
        post: operations["cancelExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/{experiment_id}/cells/{cell_index}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Cell
         * @description One cell: its scenario, every number of every seed, estimates, failures.
         */
        get: operations["readExperimentCell"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/{experiment_id}/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Counts
         * @description How many units of each cell are done, and how many have failed.
         */
        get: operations["readExperimentCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/{experiment_id}/differences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Differences
         * @description Every arm against the baseline, paired by seed. 409 if no axis is compared.
         */
        get: operations["readExperimentDifferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/{experiment_id}/export/{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export Experiment
         * @description An experiment that is over as a file. zip: all of it, describing itself; csv: one row per run, every number; json: definition, estimates and every run; parquet: the same rows in columns; ipynb: a notebook that draws the figures from the ZIP; latex: a table of means and 95 % intervals for a paper; methods: a paragraph for a paper; bibtex: how to cite it. 409 while it is being computed.
         */
        get: operations["exportExperiment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/{experiment_id}/extend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Extend Experiment
         * @description Add seeds or values of axes; only what is missing is computed. 409 names what else differs:
         *     base scenario, paths and the points and seeds there are must stay.
         */
        post: operations["extendExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/{experiment_id}/map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Map
         * @description Mean, median and 95% interval of one metric in every cell.
         */
        get: operations["readExperimentMap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/{experiment_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause Experiment
         * @description Let nothing more begin. What is being computed stops within a heartbeat. 409 if it is not
         *     running.
         */
        post: operations["pauseExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/{experiment_id}/points": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Points
         * @description One metric against another, a point per unit, and an ellipse per arm.
         */
        get: operations["readExperimentPoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/{experiment_id}/precision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Precision
         * @description What each cell still needs for the wanted precision. 409 if none is wanted.
         */
        get: operations["readExperimentPrecision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/{experiment_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume Experiment
         * @description Go on after a pause, with the newest core. 409 if it is not paused.
         */
        post: operations["resumeExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/{experiment_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry Experiment
         * @description Let the failed units wait again; a cancelled experiment goes on. 409 if none has failed.
         */
        post: operations["retryExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/experiments/{experiment_id}/table.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Table
         * @description One row per unit that is done: values of the axes, seed, digests, every number.
         */
        get: operations["readExperimentTable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Health
         * @description The process answers.
         */
        get: operations["readHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab-attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Attempts
         * @description The owner's latest hundred attempts.
         */
        get: operations["listLabAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab-attempts/{attempt_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Attempt
         * @description What is asked, what was answered, what was run, with marks.
         */
        get: operations["readLabAttempt"];
        put?: never;
        post?: never;
        /**
         * Delete Attempt
         * @description Forget an attempt and its answers. Its runs stay the owner's; of a class everything goes:
         *     name, feedback and answers, and the runs belong to nobody.
         */
        delete: operations["deleteLabAttempt"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab-attempts/{attempt_id}/alias": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Rename
         * @description Take another name in the class.
         */
        put: operations["renameStudent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab-attempts/{attempt_id}/answers/{step_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Answer Step
         * @description Store an answer. 409 once what is right could be seen: a prediction stays from its first
         *     run on, a choice or a number from the first answer on.
         */
        put: operations["answerLabStep"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab-attempts/{attempt_id}/games/{step_id}/rounds/{round}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Round
         * @description Throughput and queue of a round as far as they are computed. What it hides, and the run with
         *     all its other series, come once a guess is stored.
         */
        get: operations["readGameRound"];
        put?: never;
        /**
         * Begin Round
         * @description Compute a round of a game. Once: asked again it changes nothing, unless the run failed.
         */
        post: operations["beginGameRound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab-attempts/{attempt_id}/games/{step_id}/rounds/{round}/guess": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Guess Round
         * @description Name what a round hides. 409 for a second guess: the first one stays.
         */
        put: operations["guessGameRound"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab-attempts/{attempt_id}/help": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Ask For Help
         * @description Call the teacher, or not any more.
         */
        put: operations["askForHelp"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab-attempts/{attempt_id}/maps/{step_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Map
         * @description What a map step has found so far: of the whole class, or of whoever does the lab alone.
         */
        get: operations["readLabMap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab-attempts/{attempt_id}/place": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Go To
         * @description Say which step the student looks at.
         */
        put: operations["goToLabStep"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab-attempts/{attempt_id}/recovery-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew Recovery Code
         * @description A new recovery code; the one before is void.
         */
        post: operations["renewRecoveryCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab-attempts/{attempt_id}/solutions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Solutions Of Class
         * @description The solutions of the lab that a class has done, for its students: once it has closed, and if
         *     its teacher allows it.
         */
        get: operations["readSolutionsOfClass"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab-attempts/{attempt_id}/steps/{step_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run Step
         * @description Run a step with settings of its open fields, or a cell of a map: the server draws its seed.
         *     409 while a prediction about it is missing.
         */
        post: operations["runLabStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab-documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Documents
         * @description The labs that the owner writes, the latest first.
         */
        get: operations["listLabDocuments"];
        put?: never;
        /**
         * Create Document
         * @description Begin a lab: empty, from a lab's file, or as a copy of another lab.
         */
        post: operations["createLabDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab-documents/{document_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Document
         * @description The draft, what is wrong with it, and the published versions.
         */
        get: operations["readLabDocument"];
        /**
         * Write Document
         * @description Keep a draft, right or not. 409 if it was written elsewhere since `revision` was read.
         */
        put: operations["writeLabDocument"];
        post?: never;
        /**
         * Delete Document
         * @description Forget a lab and its versions.
         */
        delete: operations["deleteLabDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lab-documents/{document_id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish Document
         * @description Make the draft the version that links open. 422 while it has problems; attempts and classes
         *     keep the version that they began with.
         */
        post: operations["publishLabDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/labs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Labs
         * @description The labs that come with the product.
         */
        get: operations["listLabs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/labs/{lab_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe Lab
         * @description A shipped lab by its name, or the newest published version of a written one by its id.
         */
        get: operations["describeLab"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/labs/{lab_id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start Lab
         * @description Begin a lab. The attempt keeps the lab as it is now.
         */
        post: operations["startLab"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/labs/{lab_id}/solutions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Solutions
         * @description The same with expected answers, keys and what was measured. Of a written lab for its author
         *     only; nobody reads them while doing the lab in a class.
         */
        get: operations["readSolutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/labs/{lab_id}/worksheet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Worksheet
         * @description A lab on paper for students: tasks and room for answers, without keys.
         */
        get: operations["readWorksheet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/league": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read League
         * @description Every algorithm in the same situations, ranked number by number. Those that the seeds
         *     cannot tell apart share a place. The numbers ship with the lab; those of added algorithms are
         *     as far as they are computed.
         */
        get: operations["readLeague"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/oembed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Oembed
         * @description A frame that shows the link `url`. 404 if it shows nothing, or not inside of other pages.
         */
        get: operations["readOEmbed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/opening": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Opening
         * @description The cases that the first page opens with, the leading one first, with all of their seeds.
         *     They ship with the lab: no simulation and no database is asked.
         */
        get: operations["readOpening"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Owner
         * @description How many runs, experiments and drafts belong to the key, and what the runs take.
         */
        get: operations["readOwner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/owner/adopt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adopt Owner
         * @description Give the runs and experiments of another key to that of the header, all of them or none.
         */
        post: operations["adoptOwner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/papers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List All
         * @description The papers whose numbers the lab computes again, with how many of them agree.
         */
        get: operations["listPapers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/papers/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read
         * @description The page of a paper: every published number, ours beside it, and the verdict.
         */
        get: operations["readPaper"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/presets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Presets
         * @description Ready-made comparisons.
         */
        get: operations["listPresets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/presets/{preset_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Preset
         * @description A comparison with numbers and curves of all of its seeds. They ship with the lab: no
         *     simulation and no database is asked.
         */
        get: operations["readPreset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/problems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Problems
         * @description Every kind of problem that an operation can end in; `type` never changes.
         */
        get: operations["listProblems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/problems/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Problem
         * @description What a problem's `type` means.
         */
        get: operations["readProblem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Ready
         * @description Database, migrations and broker are usable; 503 if one is not.
         */
        get: operations["readReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/{algorithm}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Report
         * @description The report card of an algorithm with its defaults, heading by heading of RFC 9743. It ships
         *     with the lab.
         */
        get: operations["readReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Runs
         * @description The owner's runs, each with an overview of what it found.
         */
        get: operations["listRuns"];
        put?: never;
        /**
         * Create Run
         * @description Ask for a run. `status` is `done` at once if an equal result is stored.
         */
        post: operations["createRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Run
         * @description A run with its progress, and its result when it is done.
         */
        get: operations["readRun"];
        put?: never;
        post?: never;
        /**
         * Delete Run
         * @description Remove a run. Its result goes with the last run that holds it.
         */
        delete: operations["deleteRun"];
        options?: never;
        head?: never;
        /**
         * Rename Run
         * @description Give a run another name, at any time. The scenario keeps its own.
         */
        patch: operations["renameRun"];
        trace?: never;
    };
    "/api/runs/{run_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel Run
         * @description Stop a run. It is `cancelled` at once; the samples that were stored by then stay readable.
         *     409 if it is over.
         */
        post: operations["cancelRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{run_id}/causes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Causes
         * @description The chain of causes of each of these flows; without any, of the first flow of each group.
         *     409 if the run is not done, or if it has no record and was computed by another core.
         */
        get: operations["readCauses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{run_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream Of Run
         * @description The events of one run, from the first or behind Last-Event-ID.
         */
        get: operations["streamRunEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{run_id}/export/{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export Run
         * @description A finished run as a file. zip: all of it, describing itself; csv: all series, one row per value; transfers: completion times, one row per transfer; empty where no flow sends transfers; json: the same rows as a JSON list; parquet: the same rows in columns; result: scenario, seed and result in one document; ipynb: a notebook that draws the figures from the ZIP; latex: a table of the flows for a paper; methods: a paragraph for a paper; bibtex: how to cite it; qlog: one trace per flow, for qvis; pcapng: the packets of a part of it at the sender, with synthetic headers. 409 if the run is not done, or the packets that are wanted are not computed yet.
         */
        get: operations["exportRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{run_id}/packets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Packets
         * @description Every packet event of [from_s, to_s). The first to ask has a worker compute the run again:
         *     ask again until `status` is done. 409 if the run is not done, or was computed by another core.
         */
        get: operations["readPackets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{run_id}/phenomena": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Phenomena
         * @description Named phenomena of a finished run, each with a sentence, its definition and its times.
         *     Found by the definitions of this version.
         */
        get: operations["readPhenomena"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{run_id}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Series
         * @description Mean, smallest and largest value per bucket of one time grid. Metrics that a subject does
         *     not have are left out. While the run is computed this is what is stored so far.
         */
        get: operations["readSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{run_id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Timeline
         * @description Phases that overlap the range and events within it.
         */
        get: operations["readTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{run_id}/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Waiting
         * @description What a queued run waits for: a worker, its turn, or the broker.
         */
        get: operations["readWaiting"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{run_id}/what-if": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Offers
         * @description The usual questions about a run: without one of its flows, equal RTTs, no random loss, one
         *     flow on another algorithm, another buffer.
         */
        get: operations["readWhatIfOffers"];
        put?: never;
        /**
         * Ask What If
         * @description What each alteration alone would change, over seeds: an experiment with the run's scenario
         *     as baseline. Who asks the same again gets the same one.
         */
        post: operations["askWhatIf"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/scenarios/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check Scenario
         * @description What would follow from a scenario, or everything that is wrong with it.
         */
        post: operations["checkScenario"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schema/experiment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Experiment Schema
         * @description JSON Schema of an experiment's definition, with all limits.
         */
        get: operations["readExperimentSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schema/scenario": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Scenario Schema
         * @description JSON Schema of a scenario with units, bounds and help.
         */
        get: operations["readScenarioSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/seeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read Seeds
         * @description Several seeds of some settings in one answer: numbers and curves of the same seeds, and
         *     which ones are missing. What ships with the lab is whole; nothing is started.
         */
        post: operations["readSeeds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Shared
         * @description What a link shows. 404 is the same for unknown, revoked and expired.
         */
        get: operations["readShared"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared/traces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Shared Traces
         * @description The measured traces of a link, with all their values. 404 as for the link.
         */
        get: operations["readSharedTraces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Shares
         * @description The owner's links, newest first, with those that are over; never their tokens.
         */
        get: operations["listShares"];
        put?: never;
        /**
         * Create Share
         * @description Make an unlisted link that shows exactly these results for ever. The token in it is told
         *     this once. Without an owner key nobody can revoke it.
         */
        post: operations["createShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shares/{share_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke Share
         * @description End a link at once and for ever.
         */
        post: operations["revokeShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/speed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Speed
         * @description How fast this server has computed runs of each size, to say how long one will take.
         */
        get: operations["readSpeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/what-if/{experiment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read What If
         * @description The table as far as it is known. Whoever knows the id may read it.
         */
        get: operations["readWhatIf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Adopted
         * @description What has changed hands.
         */
        Adopted: {
            /** Experiment Count */
            experiment_count: number;
            /** Run Count */
            run_count: number;
        };
        /**
         * Adoption
         * @description Another owner's key, which is the right to take over what belongs to it.
         */
        Adoption: {
            /** Owner Key */
            owner_key: string;
        };
        /**
         * AlgorithmChoice
         * @description An algorithm by name, with the parameters that differ from its defaults.
         */
        AlgorithmChoice: {
            /**
             * Algorithm
             * @description One of the list of algorithms; `none` with traffic of kind `udp`.
             */
            name: string;
            /**
             * Parameters
             * @description By name; what is left out has the algorithm's default.
             * @default {}
             */
            parameters: {
                [key: string]: boolean | number | string;
            };
        };
        /**
         * AlgorithmInfo
         * @description One congestion control of the core.
         */
        AlgorithmInfo: {
            /**
             * Assumptions
             * @description Of a reconstruction: what no public source says, a sentence each.
             */
            assumptions: string[];
            /**
             * Base
             * @description Name of the algorithm that it varies, or empty.
             */
            base: string;
            demonstration: components["schemas"]["Demonstration"];
            /**
             * Family
             * @description What it goes by: losses, delay, ECN marks, a model of the path, or a utility.
             * @enum {string}
             */
            family: "loss" | "delay" | "marks" | "model" | "utility";
            /**
             * Fidelity
             * @description Of what it is an exact implementation or a reconstruction.
             */
            fidelity: string;
            /**
             * Fidelity Kind
             * @enum {string}
             */
            fidelity_kind: "exact" | "reconstruction";
            machine: components["schemas"]["StateMachine"];
            /**
             * May Use Oracle
             * @description Some of its settings use knowledge that no real sender has.
             */
            may_use_oracle: boolean;
            /** Metrics */
            metrics: components["schemas"]["MetricInfo"][];
            /**
             * Name
             * @description As in a scenario, e.g. `bbr2`.
             */
            name: string;
            /** Parameters */
            parameters: components["schemas"]["ParameterInfo"][];
            /**
             * Phases
             * @description In the order of the state machine.
             */
            phases: string[];
            /** Source */
            source: string;
            /** Summary */
            summary: string;
            /**
             * Title
             * @description As people say it, e.g. BBRv2.
             */
            title: string;
        };
        /**
         * AliasWrite
         * @description Another name in the class.
         */
        AliasWrite: {
            /** Alias */
            alias: string;
        };
        /**
         * AnswerRead
         * @description The answer to one step.
         */
        AnswerRead: {
            answer: components["schemas"]["JsonValue"];
            /**
             * Answered At
             * Format: date-time
             */
            answered_at: string;
            /** @description Of a prediction null until its run is done. */
            mark: components["schemas"]["MarkRead"] | null;
            /** Step Id */
            step_id: string;
        };
        /**
         * AnswerWrite
         * @description pick: a position; number: a number; order: positions, the largest first; curve: points
         *     [time_s, value]; text: a text; choice: positions.
         */
        AnswerWrite: {
            answer: components["schemas"]["JsonValue"];
        };
        /**
         * ArmVerdicts
         * @description How many cells of an arm say what, against the baseline.
         */
        ArmVerdicts: {
            /** Arm Index */
            arm_index: number;
            /** Better Count */
            better_count: number;
            /** Cell Count */
            cell_count: number;
            /** Less Count */
            less_count: number;
            /** More Count */
            more_count: number;
            /**
             * Sentence
             * @description The counts in words: `better in 9, worse in 3, ...`.
             */
            sentence: string;
            /** Unclear Count */
            unclear_count: number;
            /**
             * Untested Count
             * @description Cells with fewer than two pairs.
             */
            untested_count: number;
            /** Worse Count */
            worse_count: number;
        };
        /**
         * AttemptClass
         * @description The class that an attempt belongs to, as its student sees it.
         */
        AttemptClass: {
            /** Alias */
            alias: string;
            /** Asks Help */
            asks_help: boolean;
            /**
             * Class Id
             * Format: uuid
             */
            class_id: string;
            /**
             * Deletes At
             * Format: date-time
             * @description Everything about the class is deleted then.
             */
            deletes_at: string;
            /** Feedback */
            feedback: components["schemas"]["FeedbackRead"][];
            /**
             * Has Solutions
             * @description The class has closed, and its teacher lets students read the solutions.
             */
            has_solutions: boolean;
            /** Is Approved */
            is_approved: boolean;
            /** Is Closed */
            is_closed: boolean;
            /** Is Paused */
            is_paused: boolean;
            /** Name */
            name: string;
            /** Number */
            number: number;
            /**
             * Paced Step Id
             * @description Steps behind it are not open; null: all are.
             */
            paced_step_id: string | null;
        };
        /**
         * AttemptListed
         * @description One way through a lab, in a list.
         */
        AttemptListed: {
            /** Answered Step Count */
            answered_step_count: number;
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Lab Id */
            lab_id: string;
            /**
             * Started At
             * Format: date-time
             */
            started_at: string;
            /** Title */
            title: string;
        };
        /**
         * AttemptMapRead
         * @description The map of the whole class, or of whoever does the lab alone.
         */
        AttemptMapRead: {
            /**
             * Cells
             * @description Those in which a finished run has the number.
             */
            cells: components["schemas"]["MapCell"][];
            /**
             * Mine
             * @description Cells that this attempt has run, [x, y].
             */
            mine: [
                number,
                number
            ][];
            /** X Values */
            x_values: number[];
            /** Y Values */
            y_values: number[];
        };
        /**
         * AttemptRead
         * @description One way through a lab: what is asked, what was answered, what was run.
         */
        AttemptRead: {
            /** Answers */
            answers: components["schemas"]["AnswerRead"][];
            /** @description null: done alone. */
            classroom: components["schemas"]["AttemptClass"] | null;
            /**
             * Games
             * @description One per step of this kind.
             */
            games: components["schemas"]["GameRead"][];
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /**
             * Lab
             * @description The lab's file as it was at the start, without keys, notes and solutions.
             */
            lab: {
                [key: string]: unknown;
            };
            /** Lab Id */
            lab_id: string;
            /**
             * Runs
             * @description The latest last. Without those of games.
             */
            runs: components["schemas"]["LabRunRead"][];
            /**
             * Started At
             * Format: date-time
             */
            started_at: string;
        };
        /**
         * Axis
         * @description What is varied: one path, or several that move together, with as many values each.
         */
        Axis: {
            /**
             * Label
             * @description In plots and tables. Empty: the title of the first path's field, and its flow group.
             * @default
             */
            label: string;
            /**
             * Paths
             * @description Set together: the n-th point has the n-th value of each.
             */
            moves: components["schemas"]["Move"][];
            /**
             * Names of the points
             * @description One per point. Null: made from the values, with units.
             */
            names?: string[] | null;
            /**
             * Role
             * @description arm: the points of this axis are compared with one of them, pair by pair, seed by seed. At
             *     most one axis has it.
             */
            role?: "arm" | null;
        };
        /**
         * AxisPoint
         * @description One place on an axis.
         */
        AxisPoint: {
            /**
             * Text
             * @description As it stands beside a plot: its name, or its values.
             */
            text: string;
            /**
             * Values
             * @description One per path, as the scenario has it.
             */
            values: components["schemas"]["JsonValue"][];
        };
        /**
         * AxisRead
         * @description An axis with all of its points.
         */
        AxisRead: {
            /** Label */
            label: string;
            /**
             * Paths
             * @description What moves along it, in the order of the values.
             */
            paths: string[];
            /**
             * Per Display Unit
             * @description First value of a point / this = number in `unit`.
             */
            per_display_unit: number;
            /** Points */
            points: components["schemas"]["AxisPoint"][];
            /**
             * Role
             * @description arm: its points are compared, pair by pair; null: a setting.
             */
            role: "arm" | null;
            /**
             * Scale
             * @enum {string}
             */
            scale: "linear" | "logarithmic" | "category";
            /**
             * Unit
             * @description Display unit of the first path's values; empty: they have none.
             */
            unit: string;
        };
        /**
         * Bernoulli
         * @description Every packet is lost with the same probability, whatever happened to the one before.
         */
        BernoulliLoss: {
            /**
             * Which packets get lost
             * @description Data packets, ACKs, or both (each with its own draws).
             * @default data
             * @enum {string}
             */
            direction: "data" | "ack" | "both";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "bernoulli";
            /**
             * Where packets get lost
             * @description before_queue: a lost packet takes no buffer space and no link time; after_queue: it does.
             * @default after_queue
             * @enum {string}
             */
            position: "before_queue" | "after_queue";
            /**
             * Loss probability
             * @description Of each packet.
             * @example 0.001
             */
            probability: number;
        };
        /**
         * BoardRead
         * @description A class by students and steps.
         */
        BoardRead: {
            /** Control Revision */
            control_revision: number;
            /** Steps */
            steps: components["schemas"]["BoardStep"][];
            /** Students */
            students: components["schemas"]["StudentRead"][];
            /** Work Revision */
            work_revision: number;
        };
        /**
         * BoardStep
         * @description A column of the board.
         */
        BoardStep: {
            /** Id */
            id: string;
            /** Kind */
            kind: string;
            /** Title */
            title: string;
        };
        /**
         * Bottleneck
         * @description The link where packets queue. The data of all flows passes it, unless paths say otherwise.
         */
        Bottleneck: {
            /**
             * @description Space for queued packets.
             * @default {
             *       "amount": 1,
             *       "unit": "bdp"
             *     }
             */
            buffer: components["schemas"]["Buffer"];
            /**
             * Propagation delay
             * @description One-way delay from the link to the receiver; part of each flow's `rtt_s`.
             * @default 0
             */
            delay_s: number;
            /**
             * Delay over time
             * @description How the propagation delay changes. Before the first step it is `delay_s`.
             * @default []
             */
            delay_schedule: components["schemas"]["DelayStep"][];
            /**
             * Jitter lets packets overtake
             * @description False: a packet waits for the one before it, whatever flow it is of.
             * @default false
             */
            jitter_reorders: boolean;
            /**
             * Jitter
             * @description Packets take up to this much longer behind the link: uniform, from the seed.
             * @default 0
             */
            jitter_s: number;
            /**
             * Random loss
             * @description Random loss, independent of the queue, as on a noisy medium.
             * @default {
             *       "kind": "none"
             *     }
             */
            loss: components["schemas"]["NoLoss"] | components["schemas"]["BernoulliLoss"] | components["schemas"]["GilbertElliottLoss"];
            /**
             * Outages
             * @description Times in which everything is lost.
             * @default []
             */
            outages: components["schemas"]["Outage"][];
            /**
             * Queue
             * @description Queue discipline: which packet leaves next and which is dropped.
             * @default {
             *       "kind": "droptail"
             *     }
             */
            queue: components["schemas"]["DroptailQueue"] | components["schemas"]["CodelQueue"] | components["schemas"]["RedQueue"] | components["schemas"]["PieQueue"] | components["schemas"]["FqCodelQueue"] | components["schemas"]["StepQueue"] | components["schemas"]["Dualpi2Queue"] | components["schemas"]["CobaltQueue"] | components["schemas"]["PolicerQueue"];
            /**
             * Rate
             * @description Bits per second on the wire, headers included.
             */
            rate_bps: number;
            /**
             * Rate over time
             * @description How the rate changes. Before the first step it is `rate_bps`, which also sizes the buffer.
             * @default []
             */
            rate_schedule: components["schemas"]["RateStep"][];
            /**
             * Delivery trace
             * @description When the link may send, instead of a rate; `rate_bps` then sizes the buffer only.
             * @default {
             *       "label": "",
             *       "opportunities_ms": []
             *     }
             */
            trace: components["schemas"]["DeliveryTrace"];
        };
        /**
         * Buffer
         * @description Room for waiting packets in front of the bottleneck; the packet in service is not counted.
         *
         *     The core gets whole packets: the size is rounded down to a multiple of `packet_bytes`, and is
         *     one packet at least. Since all packets are full ones, this changes no decision of the queue.
         */
        Buffer: {
            /**
             * Buffer size
             * @description Size, in `unit`.
             * @default 1
             */
            amount: number;
            /**
             * RTT of the BDP
             * @description The RTT of one BDP; only with unit bdp. Null: the smallest `rtt_s` of the flows.
             */
            rtt_s?: number | null;
            /**
             * Unit of the buffer size
             * @description bdp: multiples of rate x `rtt_s`; packets; bytes; seconds: the time to drain it.
             * @default bdp
             * @enum {string}
             */
            unit: "bdp" | "packets" | "bytes" | "seconds";
        };
        /**
         * Bulk
         * @description Always more to send, from the start of the flow to its stop.
         */
        BulkTraffic: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "bulk";
        };
        /**
         * CauseLink
         * @description One link of a chain.
         */
        CauseLink: {
            /**
             * Is Told
             * @description False: nothing dominates, or nothing was recorded; the sentence says so, with the shares.
             */
            is_told: boolean;
            /**
             * Kind
             * @enum {string}
             */
            kind: "share" | "limit" | "variable" | "origin" | "queue";
            /** Moment Count */
            moment_count: number;
            /**
             * Moments
             * @description Spread evenly over all of `moment_count`.
             */
            moments: components["schemas"]["CauseMoment"][];
            /** Numbers */
            numbers: components["schemas"]["CauseNumber"][];
            /** Sentence */
            sentence: string;
            /**
             * Source
             * @description What the link rests on.
             */
            source: string;
            /**
             * Windows
             * @description Where to look: the longest time in which it holds.
             */
            windows: components["schemas"]["CauseWindow"][];
        };
        /**
         * CauseMoment
         * @description A moment at which the sender decided something.
         */
        CauseMoment: {
            /**
             * Text
             * @description With the numbers that decided.
             */
            text: string;
            /** Time S */
            time_s: number;
        };
        /**
         * CauseNumber
         * @description A number of a link, in SI units.
         */
        CauseNumber: {
            /** Label */
            label: string;
            /**
             * Unit
             * @enum {string}
             */
            unit: "packets" | "bps" | "bytes" | "s" | "ratio" | "count";
            /** Value */
            value: number;
        };
        /**
         * CauseShare
         * @description What bound the flow for a part of its time.
         */
        CauseShare: {
            /**
             * Limit
             * @enum {string}
             */
            limit: "window" | "pacing" | "recovery" | "receive_window" | "application";
            /** Share Ratio */
            share_ratio: number;
            /** Title */
            title: string;
            /** Variable */
            variable: string;
        };
        /**
         * CauseWindow
         * @description A time of the run.
         */
        CauseWindow: {
            /** From S */
            from_s: number;
            /** To S */
            to_s: number;
        };
        /**
         * CausesRead
         * @description Why flows of a run get what they get. Ask again while `status` is queued or running.
         */
        CausesRead: {
            /**
             * Chains
             * @description Of the flows asked for; there when done.
             */
            chains: components["schemas"]["FlowChain"][];
            /**
             * Error
             * @description Why there is no record, else null.
             */
            error: string | null;
            /**
             * Run Id
             * Format: uuid
             */
            run_id: string;
            /**
             * Status
             * @description Of the record that the chains are made from. A result from before causes were recorded has none until a worker has computed the run again.
             * @enum {string}
             */
            status: "queued" | "running" | "done" | "failed";
        };
        /**
         * CellCounts
         * @description How far each cell is.
         */
        CellCounts: {
            /**
             * Done
             * @description Units with their numbers, by cell_index.
             */
            done: number[];
            /**
             * Failed
             * @description Units that failed for good, by cell_index.
             */
            failed: number[];
            /** Revision */
            revision: number;
        };
        /**
         * CellEstimate
         * @description One metric over the seeds of one cell; null where there are too few of them.
         */
        CellEstimate: {
            /** Bootstrap High */
            bootstrap_high: number | null;
            /**
             * Bootstrap Low
             * @description Lower end of the 95% bootstrap interval.
             */
            bootstrap_low: number | null;
            /** Count */
            count: number;
            /** High */
            high: number | null;
            /**
             * Is Clipped
             * @description The interval was cut to the metric's range.
             */
            is_clipped: boolean;
            /**
             * Low
             * @description Lower end of the 95% interval (Student t).
             */
            low: number | null;
            /** Mean */
            mean: number | null;
            /** Median */
            median: number | null;
        };
        /**
         * CellPlace
         * @description Where a compared cell comes from.
         */
        CellPlace: {
            /**
             * Cell Index
             * @description At the moment; `scenario_digest` names it for ever.
             */
            cell_index: number;
            /**
             * Experiment Id
             * Format: uuid
             */
            experiment_id: string;
            /** Experiment Name */
            experiment_name: string;
            /**
             * Experiment Status
             * @description While it is running, more seeds may get numbers.
             * @enum {string}
             */
            experiment_status: "running" | "paused" | "done" | "cancelled";
            /**
             * Texts
             * @description The cell's points, axis by axis.
             */
            texts: string[];
        };
        /**
         * CellRead
         * @description One cell with everything that is known of it.
         */
        CellRead: {
            /** Cell Index */
            cell_index: number;
            /** Core Version */
            core_version: string | null;
            /** Estimates */
            estimates: {
                [key: string]: components["schemas"]["CellEstimate"];
            };
            /** Failures */
            failures: components["schemas"]["UnitFailure"][];
            /**
             * Numbers
             * @description By metric, one number per seed.
             */
            numbers: {
                [key: string]: (number | null)[];
            };
            /**
             * Point Indices
             * @description Its place on each axis.
             */
            point_indices: number[];
            scenario: components["schemas"]["Scenario"];
            /** Scenario Digest */
            scenario_digest: string;
            /** Seeds */
            seeds: number[];
            /**
             * Summary Digests
             * @description Of the result, one per seed; null where there is none.
             */
            summary_digests: (string | null)[];
            /**
             * Texts
             * @description The points' texts, by axis.
             */
            texts: string[];
        };
        /**
         * CellReference
         * @description Which cells of which experiment a number comes from.
         */
        CellReference: {
            /** Cell Indices */
            cell_indices: number[];
            /** Experiment Key */
            experiment_key: string;
        };
        /**
         * Choice
         * @description One answer to an open question.
         */
        Choice: {
            /** Id */
            id: string;
            /** Is Default */
            is_default: boolean;
            /** Meaning */
            meaning: string;
            /** Title */
            title: string;
        };
        /**
         * ClassAnswer
         * @description What one student answered.
         */
        ClassAnswer: {
            /** Alias */
            alias: string | null;
            answer: components["schemas"]["JsonValue"];
            /**
             * Answered At
             * Format: date-time
             */
            answered_at: string;
            /**
             * Is Right
             * @description null: not known yet, or only a person can tell.
             */
            is_right: boolean | null;
            /** Number */
            number: number;
            /** Points */
            points: number | null;
            /**
             * Student Id
             * Format: uuid
             */
            student_id: string;
        };
        /**
         * ClassChange
         * @description The data of an event: what to compare with what one has read.
         */
        ClassChange: {
            /** Control Revision */
            control_revision: number;
            /**
             * Told Count
             * @description What was said to the student who asks; else 0.
             */
            told_count: number;
            /** Wall Revision */
            wall_revision: number;
            /** Work Revision */
            work_revision: number;
        };
        /**
         * ClassCreate
         * @description A new class. It keeps the lab as it is now.
         */
        ClassCreate: {
            /**
             * Closes At
             * @description null: in 30 days.
             */
            closes_at?: string | null;
            /**
             * Identifiers
             * @description Who may join: students type theirs. Stored as hashes. None: anybody.
             */
            identifiers?: string[];
            /** Lab Id */
            lab_id: string;
            /** Name */
            name: string;
            /**
             * Needs Approval
             * @description You let each student in.
             * @default false
             */
            needs_approval: boolean;
            /**
             * Sections
             * @description Students pick one.
             */
            sections?: string[];
            /**
             * Teacher Name
             * @description What co-teachers see.
             */
            teacher_name?: string | null;
        };
        /**
         * ClassCreated
         * @description A new class, and the only time that its key is shown.
         */
        ClassCreated: {
            classroom: components["schemas"]["ClassRead"];
            /**
             * Teacher Key
             * @description Makes a browser a teacher's: keep it.
             */
            teacher_key: string;
        };
        /**
         * ClassJoin
         * @description Join a class.
         */
        ClassJoin: {
            /**
             * Alias
             * @description null: one is made up.
             */
            alias?: string | null;
            /** Code */
            code: string;
            /**
             * Identifier
             * @description For classes with `needs_identifier`; typed, never picked.
             */
            identifier?: string | null;
            /** Section */
            section?: string | null;
        };
        /**
         * ClassListed
         * @description A class in a teacher's list.
         */
        ClassListed: {
            /** Closed At */
            closed_at: string | null;
            /**
             * Closes At
             * Format: date-time
             */
            closes_at: string;
            /** Code */
            code: string;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Lab Title */
            lab_title: string;
            /** Name */
            name: string;
            /** Student Count */
            student_count: number;
        };
        /**
         * ClassPatch
         * @description What is left out stays.
         */
        ClassPatch: {
            /** Closes At */
            closes_at?: string | null;
            /** Is Anonymous */
            is_anonymous?: boolean | null;
            /** Is Locked */
            is_locked?: boolean | null;
            /** Is Paused */
            is_paused?: boolean | null;
            /** Name */
            name?: string | null;
            /**
             * Needs Approval
             * @description false also lets in everybody who waits.
             */
            needs_approval?: boolean | null;
            /**
             * Paced Step Id
             * @description The last open step; null: everybody at their own pace.
             */
            paced_step_id?: string | null;
            /**
             * Revealed Step Ids
             * @description Questions and games of which the wall says what is right.
             */
            revealed_step_ids?: string[] | null;
            /** Sections */
            sections?: string[] | null;
            /**
             * Shows Solutions
             * @description Students may read the solutions once the class has closed.
             */
            shows_solutions?: boolean | null;
            /**
             * Wall Step Id
             * @description What the wall shows while everybody goes at their own pace.
             */
            wall_step_id?: string | null;
        };
        /**
         * ClassPreview
         * @description What somebody sees who has typed a code, before joining.
         */
        ClassPreview: {
            /** Is Open */
            is_open: boolean;
            /** Lab Title */
            lab_title: string;
            /** Name */
            name: string;
            /** Needs Identifier */
            needs_identifier: boolean;
            /**
             * Reason
             * @description Why nobody can join; null: one can.
             */
            reason: string | null;
            /** Sections */
            sections: string[];
        };
        /**
         * ClassRead
         * @description A class as its teachers see it.
         */
        ClassRead: {
            /**
             * Closed At
             * @description null: it is open.
             */
            closed_at: string | null;
            /**
             * Closes At
             * Format: date-time
             */
            closes_at: string;
            /** Code */
            code: string;
            /**
             * Code Expires At
             * Format: date-time
             */
            code_expires_at: string;
            /**
             * Control Revision
             * @description Rises with everything that teachers set.
             */
            control_revision: number;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /**
             * Deletes At
             * Format: date-time
             * @description Everything about it is deleted then.
             */
            deletes_at: string;
            /** Has Identifiers */
            has_identifiers: boolean;
            /**
             * Has Wall Key
             * @description A link of the wall was made, and works.
             */
            has_wall_key: boolean;
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Is Anonymous */
            is_anonymous: boolean;
            /** Is Locked */
            is_locked: boolean;
            /** Is Paused */
            is_paused: boolean;
            /**
             * Lab
             * @description The lab's file as it was when the class began, with notes and keys.
             */
            lab: {
                [key: string]: unknown;
            };
            /** Lab Id */
            lab_id: string;
            /** Name */
            name: string;
            /** Needs Approval */
            needs_approval: boolean;
            /** Paced Step Id */
            paced_step_id: string | null;
            /** Revealed Step Ids */
            revealed_step_ids: string[];
            /** Sections */
            sections: string[];
            /** Shows Solutions */
            shows_solutions: boolean;
            /** Teachers */
            teachers: components["schemas"]["TeacherRead"][];
            /**
             * Wall Revision
             * @description Rises with what the wall shows.
             */
            wall_revision: number;
            /**
             * Wall Step Id
             * @description null: a teacher has shown no step yet.
             */
            wall_step_id: string | null;
            /**
             * Work Revision
             * @description Rises with everything that students do.
             */
            work_revision: number;
        };
        /**
         * ClassRecovery
         * @description Go on in this browser.
         */
        ClassRecovery: {
            /** Code */
            code: string;
            /** Recovery Code */
            recovery_code: string;
        };
        /**
         * ClassRun
         * @description One attempt at a step, with its evidence.
         */
        ClassRun: {
            /** Alias */
            alias: string | null;
            /**
             * Holds
             * @description Whether it reaches the goal; null: not known, or none.
             */
            holds: boolean | null;
            /** Number */
            number: number;
            /**
             * Run Id
             * Format: uuid
             */
            run_id: string;
            /** Settings */
            settings: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            /**
             * Status
             * @enum {string}
             */
            status: "queued" | "running" | "done" | "failed" | "cancelled";
            /**
             * Student Id
             * Format: uuid
             */
            student_id: string;
            /** Terms */
            terms: {
                [key: string]: number | null;
            };
        };
        /**
         * COBALT
         * @description The queue management of CAKE: CoDel, whose count falls as it rose, and BLUE, a probability of drops that grows when the buffer overflows and falls when the queue is empty.
         */
        CobaltQueue: {
            /**
             * BLUE, step down
             * @description By how much it falls when the queue runs empty, once in a target delay.
             * @default 0.000244140625
             */
            blue_down_ratio: number;
            /**
             * BLUE, step up
             * @description By how much the probability of drops grows when the buffer overflows, once in a target delay.
             * @default 0.00390625
             */
            blue_up_ratio: number;
            /**
             * Marks packets (ECN)
             * @description Packets of flows that use ECN are marked where others are dropped early; what finds no room is dropped all the same.
             * @default false
             */
            ecn: boolean;
            /**
             * Interval
             * @description How long the delay may stay above the target before a drop: about the longest usual RTT.
             * @default 0.1
             */
            interval_s: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "cobalt";
            /**
             * Target delay
             * @description Delay in the queue that is acceptable for long; at least the time for one and a half packets.
             * @default 0.005
             */
            target_s: number;
        };
        /**
         * CoDel
         * @description Controlled delay: once packets have waited longer than the target for a whole interval, packets at the head are dropped, at growing frequency, until the delay is below the target.
         */
        CodelQueue: {
            /**
             * Threshold of marks
             * @description Packets of flows that use ECN are marked if they waited longer than this, whatever else happens to them; 0 marks none for this reason.
             * @default 0
             */
            ce_threshold_s: number;
            /**
             * Marks packets (ECN)
             * @description Packets of flows that use ECN are marked where others are dropped early; what finds no room is dropped all the same.
             * @default false
             */
            ecn: boolean;
            /**
             * Interval
             * @description How long the delay may stay above the target before a drop: about the longest usual RTT.
             * @default 0.1
             */
            interval_s: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "codel";
            /**
             * Target delay
             * @description Delay in the queue that is acceptable for long.
             * @default 0.005
             */
            target_s: number;
        };
        /**
         * ColumnRead
         * @description One metric; null where a bucket has no value. `min` and `max` are those of the samples, and
         *     absent when each bucket is one sample. Of a group they are the bucket means of its lowest and
         *     its highest flow, and always there; `mean` counts every flow once. `p10` and `p90` are the 10th
         *     and 90th percentile of the bucket means of a group's flows, absent elsewhere; among more than
         *     500 flows every n-th counts for them.
         */
        ColumnRead: {
            /** Max */
            max?: (number | null)[] | null;
            /** Mean */
            mean: (number | null)[];
            /** Min */
            min?: (number | null)[] | null;
            /** P10 */
            p10?: (number | null)[] | null;
            /** P90 */
            p90?: (number | null)[] | null;
        };
        /**
         * ComparedItem
         * @description One scenario over its seeds.
         */
        ComparedItem: {
            /**
             * Behaviour Version
             * @description Cores of one behaviour give the same numbers. null: as `core_version`.
             */
            behaviour_version: number | null;
            cell: components["schemas"]["CellPlace"] | null;
            /**
             * Core Version
             * @description null: a cell that no core has begun.
             */
            core_version: string | null;
            /** Label */
            label: string;
            /**
             * Run Ids
             * @description By seed, as in `seeds`; empty for a cell.
             */
            run_ids: string[];
            scenario: components["schemas"]["Scenario"];
            /** Scenario Digest */
            scenario_digest: string;
            /**
             * Seed Count
             * @description Seeds that there are to be; some may be missing in `seeds`.
             */
            seed_count: number;
            /**
             * Seeds
             * @description Those that have numbers, ascending.
             */
            seeds: number[];
        };
        /**
         * ComparedMetric
         * @description One metric of all items.
         */
        ComparedMetric: {
            /** Against Baseline */
            against_baseline: (components["schemas"]["ItemDifference"] | null)[];
            /**
             * Average
             * @description geometric: mean of the logarithms, transformed back.
             * @enum {string}
             */
            average: "arithmetic" | "geometric";
            /**
             * Better
             * @description Which way it is better: nearer to fair, more or less; null: it does not say.
             */
            better: ("fair" | "more" | "less") | null;
            /** Definition */
            definition: string;
            /**
             * Display Unit
             * @description In which people read it; empty: a plain number.
             */
            display_unit: string;
            /**
             * Fair
             * @description Its value where all is fair, if it says so.
             */
            fair: number | null;
            /** Items */
            items: components["schemas"]["ItemEstimate"][];
            /** Label */
            label: string;
            /**
             * Least
             * @description No value is smaller; null: there is no such bound.
             */
            least: number | null;
            /**
             * Most
             * @description No value is larger.
             */
            most: number | null;
            /** Name */
            name: string;
            /**
             * Per Display Unit
             * @description Value / this = number in `display_unit`.
             */
            per_display_unit: number;
            /**
             * Scale
             * @enum {string}
             */
            scale: "linear" | "logarithmic";
            /**
             * Unit
             * @description SI base unit of the values; empty: a plain number.
             */
            unit: string;
        };
        /**
         * ComparedPart
         * @description One item of a comparison: runs of one scenario, or a cell of an experiment.
         */
        ComparedPart: {
            /** Cell Index */
            cell_index?: number | null;
            /**
             * Experiment Id
             * @description Instead of runs.
             */
            experiment_id?: string | null;
            /**
             * Label
             * @default
             */
            label: string;
            /**
             * Run Count
             * @description The next so many of `run_ids`.
             * @default 0
             */
            run_count: number;
        };
        /**
         * ComparisonRead
         * @description A comparison. The same request gives the same numbers while its items are complete.
         */
        ComparisonRead: {
            /** Baseline Index */
            baseline_index: number;
            /**
             * Hidden Setting Count
             * @description Differing settings beyond those listed.
             */
            hidden_setting_count: number;
            /** Items */
            items: components["schemas"]["ComparedItem"][];
            /** Metrics */
            metrics: components["schemas"]["ComparedMetric"][];
            /**
             * Settings
             * @description Names and labels are no settings.
             */
            settings: components["schemas"]["SettingDifference"][];
        };
        /**
         * ComparisonRequest
         * @description What is to be compared, and with what.
         */
        ComparisonRequest: {
            /**
             * Baseline Index
             * @description Which of the items the others are held against.
             * @default 0
             */
            baseline_index: number;
            /** Items */
            items: components["schemas"]["ItemRequest"][];
        };
        /**
         * Constant
         * @description A constant or an equation of the paper, and what runs here.
         */
        Constant: {
            /** Agrees */
            agrees: boolean;
            /** Ours */
            ours: string;
            /** Paper */
            paper: string;
            /**
             * Place
             * @description Table, equation or section of the paper.
             */
            place: string;
            /** What */
            what: string;
            /**
             * Where
             * @description The parameter or the file that has it here.
             */
            where: string;
        };
        /**
         * DelayStep
         * @description From `at_s` on the propagation delay moves to `delay_s`: at once, or evenly within `ramp_s`.
         *
         *     A packet takes the delay that holds when it leaves the link. Where the delay falls by more
         *     than the time between two packets, the later one overtakes.
         */
        DelayStep: {
            /**
             * From
             * @description When it begins; later than the step before, ramp included.
             */
            at_s: number;
            /**
             * Propagation delay
             * @description The new one-way delay from the link to the receiver. The way back stays as it is.
             */
            delay_s: number;
            /**
             * Ramp
             * @description How long the delay takes to get there.
             * @default 0
             */
            ramp_s: number;
        };
        /**
         * DeliveryTrace
         * @description The times at which the link may send, as a trace in Mahimahi's format gives them.
         *
         *     At each time up to 1,500 bytes leave: a larger packet takes several, small ones share. After
         *     the last one the trace begins again.
         */
        DeliveryTrace: {
            /**
             * Trace
             * @description Where it comes from; not part of the digest.
             * @default
             */
            label: string;
            /**
             * Delivery opportunities
             * @description Milliseconds from the start, never falling, the last one above 0. Empty: no trace.
             * @default []
             */
            opportunities_ms: number[];
        };
        /**
         * Demonstration
         * @description What shows best how an algorithm differs; its page computes it.
         */
        Demonstration: {
            /**
             * Beside
             * @description Name of the algorithm that it is read against.
             */
            beside: string;
            /**
             * Situation
             * @enum {string}
             */
            situation: "unlike_rtts" | "random_loss" | "long_fat_path" | "deep_buffer" | "shallow_buffer" | "step_marking" | "l4s";
        };
        /**
         * Derived
         * @description Quantities that the interface draws beside the results.
         */
        Derived: {
            /**
             * Bdp Packets
             * @description Link rate x `reference_rtt_s`, in packets.
             */
            bdp_packets: number;
            /**
             * Buffer Bdp
             * @description Buffer in BDPs of `reference_rtt_s`.
             */
            buffer_bdp: number;
            /**
             * Buffer Bytes
             * @description Waiting bytes that fit, in whole packets.
             */
            buffer_bytes: number;
            /** Buffer Packets */
            buffer_packets: number;
            /**
             * Buffer S
             * @description Time to drain a full buffer.
             */
            buffer_s: number;
            /**
             * Fair Share Bps
             * @description Bottleneck's mean rate / number of flows whose data passes it; of none: its whole rate.
             */
            fair_share_bps: number;
            /** Flow Count */
            flow_count: number;
            /** Groups */
            groups: components["schemas"]["DerivedGroup"][];
            /**
             * Highest Rate Bps
             * @description Of the link within the run; of a trace over 100 ms each.
             */
            highest_rate_bps: number;
            /**
             * Links
             * @description The bottleneck first, then `links` in their order.
             */
            links: components["schemas"]["DerivedLink"][];
            /**
             * Lowest Rate Bps
             * @description Of the link within the run; of a trace over 100 ms each.
             */
            lowest_rate_bps: number;
            /**
             * Mean Rate Bps
             * @description Of the link from the end of the warm-up on; `rate_bps` if it is constant.
             */
            mean_rate_bps: number;
            /**
             * Packet Time S
             * @description Transmission time of one packet at the bottleneck.
             */
            packet_time_s: number;
            /**
             * Reference Rtt S
             * @description The RTT of one BDP: the buffer's `rtt_s`, else the smallest base RTT of the flows.
             */
            reference_rtt_s: number;
            /**
             * Sample Count
             * @description Samples per flow and link.
             */
            sample_count: number;
        };
        /**
         * DerivedGroup
         * @description Of one flow group.
         */
        DerivedGroup: {
            /**
             * Base Rtt S
             * @description Propagation only.
             */
            base_rtt_s: number;
            /**
             * Bdp Bytes
             * @description Link rate x base RTT / 8: the whole link's, not a share of it; of the slowest link of its
             *     path.
             */
            bdp_bytes: number;
            /** Bdp Packets */
            bdp_packets: number;
            /**
             * Fair Share Bps
             * @description Of one flow, max-min: no flow can get more without taking from one that has no more.
             */
            fair_share_bps: number;
        };
        /**
         * DerivedLink
         * @description Of one link.
         */
        DerivedLink: {
            /**
             * Ack Flow Count
             * @description Flows whose ACKs pass it.
             */
            ack_flow_count: number;
            /**
             * Buffer Bdp
             * @description Buffer in BDPs of the link's own reference RTT.
             */
            buffer_bdp: number;
            /**
             * Buffer Bytes
             * @description Waiting bytes that fit, in whole packets.
             */
            buffer_bytes: number;
            /**
             * Buffer S
             * @description Time to drain a full buffer.
             */
            buffer_s: number;
            /**
             * Flow Count
             * @description Flows whose data passes it.
             */
            flow_count: number;
            /**
             * Id
             * @description Its name in paths.
             */
            id: string;
            /** Rate Bps */
            rate_bps: number;
        };
        /**
         * DifferenceCells
         * @description Paired differences by cell_index; null in the cells of the baseline.
         */
        DifferenceCells: {
            /**
             * Count
             * @description Seeds that both have a value for.
             */
            count: (number | null)[];
            /**
             * High
             * @description Upper end of it.
             */
            high: (number | null)[];
            /**
             * Is Distinguishable
             * @description The interval leaves out equality; null without an interval.
             */
            is_distinguishable: (boolean | null)[];
            /**
             * Low
             * @description Lower end of the 95% interval (Student t, paired).
             */
            low: (number | null)[];
            /** Mean */
            mean: (number | null)[];
            /**
             * Nearer Fair Count
             * @description Seeds in which it is nearer to the fair value than the baseline; null for a metric without one.
             */
            nearer_fair_count: (number | null)[];
        };
        /**
         * DifferenceVerdicts
         * @description Better or worse by the metric's own word, with all cells tested as one family.
         */
        DifferenceVerdicts: {
            /** Arms */
            arms: components["schemas"]["ArmVerdicts"][];
            cells: components["schemas"]["VerdictCells"];
            /**
             * Control
             * @description How many comparisons at once are accounted for.
             */
            control: string;
            /**
             * False Discovery Rate
             * @description Of the cells that are told apart, the expected share that is wrong is at most this.
             */
            false_discovery_rate: number;
            /**
             * Kind
             * @enum {string}
             */
            kind: "difference" | "ratio";
            /**
             * Tested Count
             * @description Comparisons in the family.
             */
            tested_count: number;
            /**
             * Towards
             * @description What better means; null: the metric does not say.
             */
            towards: ("fair" | "more" | "less") | null;
        };
        /**
         * DocumentCreate
         * @description A new lab: from a file, as a copy, or empty.
         */
        DocumentCreate: {
            /**
             * Copy Of
             * @description Id of a shipped lab or of one's own.
             */
            copy_of?: string | null;
            /**
             * Draft
             * @description A lab's file.
             */
            draft?: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * DocumentListed
         * @description A written lab, in a list.
         */
        DocumentListed: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Step Count */
            step_count: number;
            /** Title */
            title: string;
            /**
             * Updated At
             * Format: date-time
             */
            updated_at: string;
            /**
             * Version Number
             * @description The newest published; null: none yet.
             */
            version_number: number | null;
        };
        /**
         * DocumentRead
         * @description A written lab, as its author works on it.
         */
        DocumentRead: {
            /**
             * Draft
             * @description The lab's file. It may be unfinished.
             */
            draft: {
                [key: string]: unknown;
            };
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /**
             * Problems
             * @description What keeps the draft from being published; pointers lead into the draft.
             */
            problems: components["schemas"]["ProblemItem"][];
            /**
             * Revision
             * @description To be sent back with the next draft.
             */
            revision: number;
            /** Title */
            title: string;
            /**
             * Updated At
             * Format: date-time
             */
            updated_at: string;
            /**
             * Versions
             * @description The newest first.
             */
            versions: components["schemas"]["VersionRead"][];
        };
        /**
         * DocumentWrite
         * @description The whole draft, in place of the revision that was read.
         */
        DocumentWrite: {
            /** Draft */
            draft: {
                [key: string]: unknown;
            };
            /**
             * Revision
             * @description As read.
             */
            revision: number;
        };
        /**
         * Draft
         * @description A scenario that somebody edits, right or wrong: it is a text until it is run.
         */
        Draft: {
            base: components["schemas"]["DraftBase"] | null;
            /**
             * Id
             * @description Made by the browser.
             */
            id: string;
            /** Name */
            name: string;
            /**
             * Seed
             * @description Chooses the random numbers of a run: 0 to 2^53 - 1.
             */
            seed: number;
            /** Text */
            text: string;
            /**
             * Updated At
             * Format: date-time
             * @description By the clock of the browser that edited it.
             */
            updated_at: string;
        };
        /**
         * DraftBase
         * @description Where the scenario of a draft came from, to say what has changed since.
         */
        DraftBase: {
            /** Experiment Id */
            experiment_id?: string | null;
            /**
             * Kind
             * @description extension: what is edited adds values or seeds to that experiment.
             * @enum {string}
             */
            kind: "preset" | "run" | "file" | "experiment" | "extension";
            /** Run Id */
            run_id: string | null;
            /** Text */
            text: string;
            /** Title */
            title: string;
        };
        /**
         * DraftBundleRead
         * @description All drafts of an owner as they were last handed in.
         */
        DraftBundleRead: {
            /** Drafts */
            drafts: components["schemas"]["Draft"][];
            /**
             * Revision
             * @description 0: none were handed in yet.
             */
            revision: number;
        };
        /**
         * DraftBundleWrite
         * @description All drafts of an owner, in place of those that were read.
         */
        DraftBundleWrite: {
            /** Drafts */
            drafts: components["schemas"]["Draft"][];
            /**
             * Revision
             * @description As read; 0 where there was no bundle yet.
             */
            revision: number;
        };
        /**
         * Drop-tail
         * @description First in, first out; a packet that finds no room is dropped.
         */
        DroptailQueue: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "droptail";
        };
        /**
         * DualPI2
         * @description Two coupled queues: one of very low delay for senders of L4S, whose packets are marked, and one for all others, with a drop probability whose square root sets the first one's marks.
         */
        Dualpi2Queue: {
            /**
             * Alpha
             * @description Change of the probability per second of delay above the target, at each update.
             * @default 0.16
             */
            alpha_hz: number;
            /**
             * Beta
             * @description Change of the probability per second by which the delay has grown, at each update.
             * @default 3.2
             */
            beta_hz: number;
            /**
             * Weight of the classic queue
             * @description Share of the link that the classic queue gets while both have packets, to whole percents; the L4S queue gets the rest.
             * @default 0.1
             */
            classic_weight_ratio: number;
            /**
             * Coupling factor
             * @description Scalable flows are marked so many times as often as the square root of what classic ones meet: 2 gives equal windows at equal RTTs.
             * @default 2
             */
            coupling_ratio: number;
            /**
             * Drop on overload
             * @description Drop packets of both queues once marks alone cannot hold them; otherwise the queues grow until the buffer is full.
             * @default true
             */
            drops_on_overload: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "dualpi2";
            /**
             * Threshold of the L4S queue
             * @description Packets that waited longer in the L4S queue are all marked.
             * @default 0.001
             */
            step_s: number;
            /**
             * Target delay
             * @description Delay in the classic queue that the probability is steered for.
             * @default 0.015
             */
            target_s: number;
            /**
             * Update interval
             * @description How often the probability is computed.
             * @default 0.016
             */
            update_interval_s: number;
        };
        /**
         * Ellipse
         * @description One standard deviation around the mean of an arm's points.
         */
        Ellipse: {
            /**
             * Angle Rad
             * @description From the x axis, anticlockwise.
             */
            angle_rad: number;
            /**
             * Arm Index
             * @description null: there is no axis of arms.
             */
            arm_index: number | null;
            /**
             * Axis X
             * @description Half the axis along `angle_rad`.
             */
            axis_x: number;
            /**
             * Axis Y
             * @description Half the axis across it.
             */
            axis_y: number;
            /** Count */
            count: number;
            /** Mean X */
            mean_x: number;
            /** Mean Y */
            mean_y: number;
        };
        /**
         * EqualRtts
         * @description Every flow has the same base RTT.
         */
        EqualRtts: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "equal_rtts";
            /**
             * Base RTT
             * @description Of all flows. Null: the mean over the flows.
             */
            rtt_s?: number | null;
        };
        /**
         * EvaluatedReport
         * @description A report card with how far its numbers are.
         */
        EvaluatedReport: {
            evaluation: components["schemas"]["EvaluationRead"];
            report: components["schemas"]["Report"];
        };
        /**
         * EvaluationRead
         * @description How far the evaluation of an algorithm is.
         */
        EvaluationRead: {
            algorithm: components["schemas"]["AlgorithmChoice"];
            /**
             * Experiment Id
             * Format: uuid
             */
            experiment_id: string;
            /**
             * Finished Unit Count
             * @description Done, or failed for good.
             */
            finished_unit_count: number;
            /**
             * Status
             * @enum {string}
             */
            status: "running" | "paused" | "done" | "cancelled";
            /** Title */
            title: string;
            /**
             * Unit Count
             * @description Situations times 20 seeds.
             */
            unit_count: number;
        };
        /**
         * EvaluationRequest
         * @description An algorithm that is to be put into every situation.
         */
        EvaluationRequest: {
            algorithm: components["schemas"]["AlgorithmChoice"];
        };
        /**
         * EventRead
         * @description Something that happened to a flow at one moment.
         */
        EventRead: {
            /** Flow Index */
            flow_index: number;
            /**
             * Kind
             * @description rto, recovery_start, recovery_end, tail_loss_probe, ...
             */
            kind: string;
            /** Reason */
            reason: string;
            /** Time S */
            time_s: number;
            /**
             * Value
             * @description Meaning by kind; absent if there is none.
             */
            value?: number | null;
        };
        /**
         * ExperimentCheck
         * @description A definition to expand without computing anything.
         */
        ExperimentCheck: {
            experiment: components["schemas"]["ExperimentDefinition"];
        };
        /**
         * ExperimentChecked
         * @description The definition is valid. This is what it would mean to compute it.
         */
        ExperimentChecked: {
            /** Axes */
            axes: components["schemas"]["AxisRead"][];
            /** Cell Count */
            cell_count: number;
            largest: components["schemas"]["LargestCell"];
            /**
             * Most Unit Count
             * @description The same without a precision; with one, the runs that it may come to.
             */
            most_unit_count: number;
            /**
             * Predicted By
             * @description What most of the time is predicted by: units of the same class (algorithms, queue, traffic; flows and packets within a factor of two), of the same kind in other sizes, any units computed here, or, before the first, constants of another machine.
             * @enum {string}
             */
            predicted_by: "class" | "kind" | "any" | "constants";
            /**
             * Predicted High S
             * @description Nine of ten cost less than this, as far as units that are alike tell.
             */
            predicted_high_s: number;
            /**
             * Predicted Low S
             * @description Nine of ten experiments cost more than this.
             */
            predicted_low_s: number;
            /**
             * Predicted Packets
             * @description Of the units that are missing; equal cells are computed once.
             */
            predicted_packets: number;
            /**
             * Predicted S
             * @description Computing time of them: seconds of one processor, by what units that are alike have cost here. Workers share it.
             */
            predicted_s: number;
            /**
             * Stored Unit Count
             * @description Of these, results that are there already.
             */
            stored_unit_count: number;
            /**
             * Unit Count
             * @description Cells times seeds; where a precision is wanted, those that all begin with.
             */
            unit_count: number;
        };
        /**
         * ExperimentCreate
         * @description Ask for an experiment. Units that are stored already are not computed again.
         */
        ExperimentCreate: {
            experiment: components["schemas"]["ExperimentDefinition"];
            /**
             * Forked From
             * @description What the definition was made from, in words.
             */
            forked_from?: string | null;
            /**
             * Name
             * @description For people; null: the definition's name.
             */
            name?: string | null;
        };
        /**
         * ExperimentDefinition
         * @description A base scenario, up to four axes and replications.
         *
         *     Cells are numbered row-major over the axes, the last varies fastest. Moves are set from the
         *     outside inwards: a whole object before a field in it, `flows.*` before `flows.0`.
         */
        ExperimentDefinition: {
            /**
             * Axes
             * @description None: one cell, the base scenario itself.
             * @default []
             */
            axes: components["schemas"]["Axis"][];
            /**
             * Base scenario
             * @description What every cell starts from; valid by itself.
             */
            base: components["schemas"]["Scenario"];
            /**
             * Baseline
             * @description The point of the arm axis that its other points are compared with.
             * @default 0
             */
            baseline_index: number;
            /**
             * Name
             * @description For people.
             * @default
             */
            name: string;
            /**
             * @description Seeds of each cell.
             * @default {
             *       "count": 20,
             *       "first_seed": 1
             *     }
             */
            replications: components["schemas"]["Replications"];
            /**
             * Version of the schema
             * @description Always 1.
             * @default 1
             * @constant
             */
            version: 1;
        };
        /**
         * ExperimentDifferences
         * @description Each arm against the baseline, paired by seed.
         */
        ExperimentDifferences: {
            /** Baseline Index */
            baseline_index: number;
            cells: components["schemas"]["DifferenceCells"];
            /**
             * Kind
             * @description ratio: arm over baseline, for metrics with a geometric average.
             * @enum {string}
             */
            kind: "difference" | "ratio";
            /** Metric */
            metric: string;
            /** Revision */
            revision: number;
            verdicts: components["schemas"]["DifferenceVerdicts"];
        };
        /**
         * ExperimentExtend
         * @description The same experiment with more seeds or more values on an axis.
         */
        ExperimentExtend: {
            experiment: components["schemas"]["ExperimentDefinition"];
        };
        /**
         * ExperimentListed
         * @description An experiment in a list.
         */
        ExperimentListed: {
            /** Axes */
            axes: components["schemas"]["AxisRead"][];
            /**
             * Behaviour Version
             * @description Of all of its numbers; null before a core has registered.
             */
            behaviour_version: number | null;
            /** Cell Count */
            cell_count: number;
            /**
             * Core Version
             * @description Of the first build that computed it with this behaviour; null as above.
             */
            core_version: string | null;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /** Finished At */
            finished_at: string | null;
            /**
             * Forked From
             * @description In words; null: nobody said.
             */
            forked_from: string | null;
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /**
             * Is Mine
             * @description The asker may change it.
             */
            is_mine: boolean;
            /**
             * Is Shared
             * @description It belongs to a link, and nobody can change it.
             */
            is_shared: boolean;
            /** Name */
            name: string;
            /**
             * Paper
             * @description Name of the paper that it belongs to.
             */
            paper: string | null;
            /**
             * Pause Reason
             * @description Why the lab itself has paused it; null: it is not paused, or somebody paused it.
             */
            pause_reason: string | null;
            progress: components["schemas"]["ExperimentProgress"];
            /** Seed Count */
            seed_count: number;
            /**
             * Status
             * @enum {string}
             */
            status: "running" | "paused" | "done" | "cancelled";
        };
        /**
         * ExperimentMap
         * @description One metric in every cell, to seven significant digits.
         */
        ExperimentMap: {
            cells: components["schemas"]["MapCells"];
            /** Metric */
            metric: string;
            /** Revision */
            revision: number;
        };
        /**
         * ExperimentPage
         * @description Experiments of one owner, newest first.
         */
        ExperimentPage: {
            /** Items */
            items: components["schemas"]["ExperimentListed"][];
            /**
             * Next Cursor
             * @description Give it as `cursor`; null on the last page.
             */
            next_cursor: string | null;
        };
        /**
         * ExperimentPoints
         * @description One metric against another, a point per unit.
         */
        ExperimentPoints: {
            /** Ellipses */
            ellipses: components["schemas"]["Ellipse"][];
            points: components["schemas"]["PointColumns"];
            /** Revision */
            revision: number;
            /**
             * Unit Count
             * @description Units that have both numbers; where they are too many for a screen, `points` leaves some out, evenly. Ellipses are of all.
             */
            unit_count: number;
            /** X */
            x: string;
            /** Y */
            y: string;
        };
        /**
         * ExperimentPrecision
         * @description How near each cell is to the precision that was asked for.
         */
        ExperimentPrecision: {
            cells: components["schemas"]["PrecisionCells"];
            /** Metric */
            metric: string;
            /** Revision */
            revision: number;
            /** Sentence */
            sentence: string;
            /** Within Ratio */
            within_ratio: number;
        };
        /**
         * ExperimentProgress
         * @description How far it is.
         */
        ExperimentProgress: {
            /**
             * Done Count
             * @description Units with their numbers, stored ones included.
             */
            done_count: number;
            /**
             * Failed Count
             * @description Units that failed for good; retry asks for them again.
             */
            failed_count: number;
            /**
             * Revision
             * @description Rises with every change of the numbers.
             */
            revision: number;
            /** Running Count */
            running_count: number;
            /**
             * Seconds Left
             * @description Estimated from the units done lately; null while there is nothing to tell it by, and when nothing waits.
             */
            seconds_left: number | null;
            /**
             * Stored Count
             * @description Of `done_count`, units that were there when they were planned.
             */
            stored_count: number;
            /**
             * Unit Count
             * @description Cells times seeds; where a precision is wanted, the runs planned so far.
             */
            unit_count: number;
        };
        /**
         * ExperimentRead
         * @description An experiment without its numbers, which are asked for metric by metric.
         */
        ExperimentRead: {
            /** Axes */
            axes: components["schemas"]["AxisRead"][];
            /**
             * Behaviour Version
             * @description Of all of its numbers; null before a core has registered.
             */
            behaviour_version: number | null;
            /** Cell Count */
            cell_count: number;
            /**
             * Cell Counts Url
             * @description Where the done units of each cell are counted; null once all are done.
             */
            cell_counts_url: string | null;
            /**
             * Core Version
             * @description Of the first build that computed it with this behaviour; null as above.
             */
            core_version: string | null;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /** Experiment */
            experiment: components["schemas"]["ExperimentDefinition"];
            /** Finished At */
            finished_at: string | null;
            /**
             * Forked From
             * @description In words; null: nobody said.
             */
            forked_from: string | null;
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /**
             * Is Mine
             * @description The asker may change it.
             */
            is_mine: boolean;
            /**
             * Is Shared
             * @description It belongs to a link, and nobody can change it.
             */
            is_shared: boolean;
            /** Metrics */
            metrics: components["schemas"]["MetricRead"][];
            /** Name */
            name: string;
            /**
             * Paper
             * @description Name of the paper that it belongs to.
             */
            paper: string | null;
            /**
             * Pause Reason
             * @description Why the lab itself has paused it; null: it is not paused, or somebody paused it.
             */
            pause_reason: string | null;
            progress: components["schemas"]["ExperimentProgress"];
            /**
             * Running Cells
             * @description Cells of which a unit is being computed.
             */
            running_cells: number[];
            /**
             * Seeds
             * @description The same in every cell; where a precision is wanted, those that one can get.
             */
            seeds: number[];
            /**
             * Status
             * @enum {string}
             */
            status: "running" | "paused" | "done" | "cancelled";
        };
        /**
         * ExperimentRename
         * @description Another name for an experiment.
         */
        ExperimentRename: {
            /**
             * Name
             * @description For people; may be empty.
             */
            name: string;
        };
        /**
         * FactRow
         * @description A measured number per column.
         */
        FactRow: {
            /**
             * Estimates
             * @description By column.
             */
            estimates: (components["schemas"]["PaperEstimate"] | null)[];
            /** Metric */
            metric: string;
            shown: components["schemas"]["Shown"];
            /** What */
            what: string;
        };
        /**
         * FactTable
         * @description A table of the paper, with our numbers.
         */
        FactTable: {
            /** Caption */
            caption: string;
            /** Columns */
            columns: string[];
            /** Id */
            id: string;
            /** Rows */
            rows: components["schemas"]["FactRow"][];
            /** Title */
            title: string;
        };
        /**
         * FeedbackRead
         * @description The same, read.
         */
        FeedbackRead: {
            /**
             * Points
             * @description null: as marked automatically.
             */
            points: number | null;
            /** Step Id */
            step_id: string;
            /** Text */
            text: string;
        };
        /**
         * FeedbackWrite
         * @description What a teacher says to the answer of a step.
         */
        FeedbackWrite: {
            /**
             * Points
             * @description null: as marked automatically.
             */
            points: number | null;
            /** Text */
            text: string;
        };
        /**
         * FlowChain
         * @description Why one flow gets what it gets.
         */
        FlowChain: {
            /** Flow Index */
            flow_index: number;
            /** Group Index */
            group_index: number;
            /** Links */
            links: components["schemas"]["CauseLink"][];
            /** Name */
            name: string;
            /**
             * Shares
             * @description Largest first; they add up to 1.
             */
            shares: components["schemas"]["CauseShare"][];
        };
        /**
         * FlowGroup
         * @description `count` equal flows, except for their random starts and losses.
         */
        FlowGroup: {
            /**
             * Congestion control
             * @description Name and parameters. With traffic of kind `udp` it is `none`, which may be left out.
             */
            algorithm: components["schemas"]["AlgorithmChoice"];
            /**
             * Flows
             * @description Number of flows; the limit also holds for all groups together.
             * @default 1
             */
            count: number;
            /**
             * ECN
             * @description Explicit congestion notification: off: packets cannot be marked; classic: the receiver echoes
             *     a mark until the window is reduced (RFC 3168); accurate: it reports how many packets came marked
             *     (RFC 8257, AccECN). Null: what the algorithm asks for, as in Linux: DCTCP, Prague and BBRv2
             *     with its `ecn` accurate, others off. Queues mark only if they can and are told to.
             */
            ecn?: ("off" | "classic" | "accurate") | null;
            /**
             * Label
             * @description Name in plots and tables; not part of the digest.
             * @default
             */
            label: string;
            /**
             * Path
             * @description The links that its data passes, in order. `bottleneck` is the link of that name, the others
             *     are those of `links`.
             * @default [
             *       "bottleneck"
             *     ]
             */
            path: string[];
            /**
             * @description How the receiver acknowledges.
             * @default {
             *       "ack_aggregation_s": 0,
             *       "ack_every_packets": 2,
             *       "ack_pushed": true,
             *       "ack_timeout_s": 0.04,
             *       "quick_ack_packets": 200
             *     }
             */
            receiver: components["schemas"]["Receiver"];
            /**
             * Way back
             * @description The links that its ACKs pass, in order; an ACK has the size of the headers. Empty: ACKs meet
             *     no queue.
             * @default []
             */
            return_path: string[];
            /**
             * Base RTT
             * @description Two-way propagation delay from end to end, without transmission and queueing; at least twice
             *     the bottleneck's `delay_s`.
             */
            rtt_s: number;
            /**
             * Start
             * @description Earliest start; the scenario's `start_jitter_s` is added.
             * @default 0
             */
            start_s: number;
            /**
             * Stop
             * @description No new data after this time. Null: the flow sends until the end of the run.
             */
            stop_s?: number | null;
            /**
             * Traffic
             * @description What the application sends.
             * @default {
             *       "kind": "bulk"
             *     }
             */
            traffic: components["schemas"]["BulkTraffic"] | components["schemas"]["TransferTraffic"] | components["schemas"]["PoissonTransfersTraffic"] | components["schemas"]["OnOffTraffic"] | components["schemas"]["RateLimitedTraffic"] | components["schemas"]["MediaTraffic"] | components["schemas"]["UdpTraffic"];
        };
        /**
         * FlowRead
         * @description One flow: what it was, with every parameter resolved, and what it got.
         */
        FlowRead: {
            /**
             * Active S
             * @description Length of the flow's window, the part of the measurement window in which it is active.
             */
            active_s: number;
            /** Algorithm */
            algorithm: string;
            /**
             * Base Rtt S
             * @description Two-way propagation delay from end to end, as set, without queueing.
             */
            base_rtt_s: number;
            /**
             * Bdp Bytes
             * @description Link rate times base RTT, divided by 8 bits per byte.
             */
            bdp_bytes: number;
            /**
             * Completed Transfer Count
             * @description Of these, those whose last byte reached the receiver before the run ended.
             */
            completed_transfer_count?: number | null;
            /**
             * Dropped Packets
             * @description Transmissions that the queue dropped.
             */
            dropped_packets: number;
            /**
             * Final Min Rtt S
             * @description Minimum RTT in use at the end of the run: the algorithm's own or, if it keeps none, the transport's.
             */
            final_min_rtt_s: number | null;
            /** Flow Index */
            flow_index: number;
            /**
             * Frame Count
             * @description Frames written in the measurement window that arrived, or were due before the run ended.
             */
            frame_count?: number | null;
            /**
             * Goodput Bps
             * @description Payload bits that reach the receiver for the first time in the flow's window, divided by the window's length.
             */
            goodput_bps: number | null;
            /** Group Index */
            group_index: number;
            /** Label */
            label: string;
            /**
             * Large Transfer Count
             * @description Complete transfers of from 1 MB on.
             */
            large_transfer_count?: number | null;
            /**
             * Late Frame Count
             * @description Of these, those that were not complete at the receiver by their deadline.
             */
            late_frame_count?: number | null;
            /**
             * Late Frame Ratio
             * @description Frames that missed their deadline, divided by all frames.
             */
            late_frame_ratio?: number | null;
            /**
             * Limited Application Ratio
             * @description Share of the flow's window in which there is nothing to send.
             */
            limited_application_ratio: number | null;
            /**
             * Limited Cwnd Ratio
             * @description Share of the flow's window in which a full congestion window limits it.
             */
            limited_cwnd_ratio: number | null;
            /**
             * Limited Pacing Ratio
             * @description Share of the flow's window in which the congestion window has room and the pacer waits.
             */
            limited_pacing_ratio: number | null;
            /**
             * Limited Receive Window Ratio
             * @description Share of the flow's window in which the receiver's window is full.
             */
            limited_receive_window_ratio: number | null;
            /**
             * Limited Recovery Ratio
             * @description Share of the flow's window in which loss recovery limits it: the window set by recovery is full, or a retransmission is not yet acknowledged.
             */
            limited_recovery_ratio: number | null;
            /**
             * Loss Ratio
             * @description Transmissions dropped by the queue or lost at random, divided by all transmissions.
             */
            loss_ratio?: number | null;
            /**
             * Mark Ratio
             * @description Transmissions that the queue marked (ECN), divided by all transmissions.
             */
            mark_ratio?: number | null;
            /**
             * Marked Packets
             * @description Transmissions that the queue marked (ECN) instead of dropping them.
             */
            marked_packets?: number | null;
            /**
             * Max Rtt S
             * @description Highest RTT sample of the flow's window.
             */
            max_rtt_s: number | null;
            /**
             * Mean Completion S
             * @description Mean completion time of the transfers that began in the measurement window and are complete: from the request (the SYN of a new connection, else the write) until the last byte has reached the receiver.
             */
            mean_completion_s?: number | null;
            /**
             * Mean Cwnd Bytes
             * @description Mean over time of the congestion window, packets times packet size.
             */
            mean_cwnd_bytes: number | null;
            /**
             * Mean Frame Delay S
             * @description Mean delay of the frames, from its write to its last byte at the receiver; of those that arrived.
             */
            mean_frame_delay_s?: number | null;
            /**
             * Mean Inflight Bytes
             * @description Mean over time of the data sent and neither acknowledged nor marked lost.
             */
            mean_inflight_bytes: number | null;
            /**
             * Mean Large Completion S
             * @description Mean completion time of the complete transfers of from 1 MB on.
             */
            mean_large_completion_s?: number | null;
            /**
             * Mean Medium Completion S
             * @description Mean completion time of the complete transfers of from 100 kB to below 1 MB.
             */
            mean_medium_completion_s?: number | null;
            /**
             * Mean Pacing Rate Bps
             * @description Mean of the pacing rate over the time in which the sender is paced.
             */
            mean_pacing_rate_bps: number | null;
            /**
             * Mean Queue Bytes
             * @description Mean over time of the flow's bytes queued at the bottleneck.
             */
            mean_queue_bytes: number | null;
            /**
             * Mean Rtt S
             * @description Mean of the RTT samples, queueing included, each weighted by the packets that it covers.
             */
            mean_rtt_s: number | null;
            /**
             * Mean Small Completion S
             * @description Mean completion time of the complete transfers of below 100 kB.
             */
            mean_small_completion_s?: number | null;
            /**
             * Medium Transfer Count
             * @description Complete transfers of from 100 kB to below 1 MB.
             */
            medium_transfer_count?: number | null;
            /**
             * Min Rtt S
             * @description Lowest RTT sample of the flow's window.
             */
            min_rtt_s: number | null;
            /**
             * Offered Bps
             * @description Payload bits of the transfers or frames that began in the measurement window, divided by the length of the flow's window.
             */
            offered_bps?: number | null;
            /**
             * P50 Completion S
             * @description Half of the complete transfers took at most this long; from a logarithmic histogram, error at most 1 %.
             */
            p50_completion_s?: number | null;
            /**
             * P50 Frame Delay S
             * @description Half of the frames had at most this delay, from its write to its last byte at the receiver; of those that arrived.
             */
            p50_frame_delay_s?: number | null;
            /**
             * P50 Rtt S
             * @description Half of the packets had at most this RTT; from a logarithmic histogram, error at most 1 %.
             */
            p50_rtt_s: number | null;
            /**
             * P95 Frame Delay S
             * @description 95 % of the frames had at most this delay, from its write to its last byte at the receiver; of those that arrived.
             */
            p95_frame_delay_s?: number | null;
            /**
             * P95 Rtt S
             * @description 95 % of the packets had at most this RTT; from a logarithmic histogram, error at most 1 %.
             */
            p95_rtt_s: number | null;
            /**
             * P99 Completion S
             * @description 99 % of the complete transfers took at most this long; from a logarithmic histogram, error at most 1 %.
             */
            p99_completion_s?: number | null;
            /**
             * P99 Frame Delay S
             * @description 99 % of the frames had at most this delay, from its write to its last byte at the receiver; of those that arrived.
             */
            p99_frame_delay_s?: number | null;
            /**
             * P99 Large Completion S
             * @description 99 % of the complete transfers of from 1 MB on took at most this long.
             */
            p99_large_completion_s?: number | null;
            /**
             * P99 Medium Completion S
             * @description 99 % of the complete transfers of from 100 kB to below 1 MB took at most this long.
             */
            p99_medium_completion_s?: number | null;
            /**
             * P99 Rtt S
             * @description 99 % of the packets had at most this RTT; from a logarithmic histogram, error at most 1 %.
             */
            p99_rtt_s: number | null;
            /**
             * P99 Small Completion S
             * @description 99 % of the complete transfers of below 100 kB took at most this long.
             */
            p99_small_completion_s?: number | null;
            /** Parameters */
            parameters: {
                [key: string]: boolean | number | string;
            };
            /**
             * Randomly Lost Packets
             * @description Transmissions lost at random; lost ACKs are not counted.
             */
            randomly_lost_packets: number;
            /**
             * Received Packets
             * @description Packets that reach the receiver, duplicates included.
             */
            received_packets: number;
            /**
             * Recovery Count
             * @description Episodes of fast recovery.
             */
            recovery_count: number | null;
            /**
             * Retransmit Ratio
             * @description Retransmissions divided by all transmissions.
             */
            retransmit_ratio: number | null;
            /**
             * Retransmitted Packets
             * @description Transmissions that repeat an earlier one.
             */
            retransmitted_packets: number | null;
            /**
             * Rto Count
             * @description Retransmission timeouts (RTO).
             */
            rto_count: number | null;
            /**
             * Sent Packets
             * @description Transmissions, retransmissions included.
             */
            sent_packets: number;
            /**
             * Small Transfer Count
             * @description Complete transfers of below 100 kB.
             */
            small_transfer_count?: number | null;
            /**
             * Spurious Retransmission Count
             * @description Duplicates that the receiver reported to the sender (DSACK, RFC 2883).
             */
            spurious_retransmission_count: number | null;
            /**
             * Start S
             * @description When the flow's first packet may leave: start time, jitter and SYN exchange.
             */
            start_s: number;
            /**
             * Tail Loss Probe Count
             * @description Tail loss probes sent (RFC 8985 7).
             */
            tail_loss_probe_count: number | null;
            /**
             * Throughput Bps
             * @description Bits on the wire that reach the receiver in the flow's window, headers and duplicates included, divided by the window's length.
             */
            throughput_bps: number | null;
            /**
             * Transfer Count
             * @description Transfers that began in the measurement window.
             */
            transfer_count?: number | null;
            /**
             * Unique Packets
             * @description Packets that reach the receiver for the first time.
             */
            unique_packets: number;
        };
        /**
         * FQ-CoDel
         * @description Fair queueing with controlled delay: each flow has a queue that CoDel manages; the queues send in turn, those of flows that send little first.
         */
        FqCodelQueue: {
            /**
             * Threshold of marks
             * @description Packets of flows that use ECN are marked if they waited longer than this, whatever else happens to them; 0 marks none for this reason.
             * @default 0
             */
            ce_threshold_s: number;
            /**
             * Largest batch of drops
             * @description When the buffer is full, at most so many packets are dropped at once from the longest queue, and not more than half of it.
             * @default 64
             */
            drop_batch_packets: number;
            /**
             * Marks packets (ECN)
             * @description Packets of flows that use ECN are marked where others are dropped early; what finds no room is dropped all the same.
             * @default false
             */
            ecn: boolean;
            /**
             * Interval
             * @description How long the delay may stay above the target before a drop: about the longest usual RTT.
             * @default 0.1
             */
            interval_s: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "fq_codel";
            /**
             * Quantum
             * @description How much a queue may send before it is the next one's turn.
             * @default 1514
             */
            quantum_bytes: number;
            /**
             * Queues
             * @description Flows are spread over so many queues by a hash that the seed decides; flows may share one.
             * @default 1024
             */
            queue_count: number;
            /**
             * Target delay
             * @description Delay in a flow's queue that is acceptable for long.
             * @default 0.005
             */
            target_s: number;
        };
        /**
         * GameBoard
         * @description A class in a game. For its teachers: it says what was hidden.
         */
        GameBoard: {
            /**
             * Class Right Ratio
             * @description Of all guesses; null: none yet.
             */
            class_right_ratio: number | null;
            /** Rounds */
            rounds: number;
            /**
             * Scores
             * @description Of a wall: none.
             */
            scores: components["schemas"]["GamePlayer"][];
            /**
             * Table
             * @description How often each algorithm (outer key) was taken for each (inner key).
             */
            table: {
                [key: string]: {
                    [key: string]: number;
                };
            };
        };
        /**
         * GamePlayer
         * @description One student in a game, once something is guessed.
         */
        GamePlayer: {
            /** Alias */
            alias: string | null;
            /** Answered Count */
            answered_count: number;
            /** Number */
            number: number;
            /** Right Count */
            right_count: number;
            /**
             * Student Id
             * Format: uuid
             */
            student_id: string;
        };
        /**
         * GameRead
         * @description A game of an attempt.
         */
        GameRead: {
            /** Rounds */
            rounds: components["schemas"]["RoundRead"][];
            score: components["schemas"]["GameScoreRead"];
            /** Step Id */
            step_id: string;
        };
        /**
         * GameScoreRead
         * @description Of one game.
         */
        GameScoreRead: {
            /** Answered Count */
            answered_count: number;
            /**
             * Points
             * @description Of the step's points, the part of its rounds that is right.
             */
            points: number;
            /** Right Count */
            right_count: number;
            /** Round Count */
            round_count: number;
        };
        /**
         * GameSeries
         * @description What may be seen of a round: throughput of its flows, queue of the link. Buckets as those of
         *     `readSeries`.
         */
        GameSeries: {
            /** Bucket Samples */
            bucket_samples: number;
            /**
             * Complete
             * @description No more samples will come.
             */
            complete: boolean;
            /** From S */
            from_s: number;
            /**
             * Sample Count
             * @description Samples stored so far.
             */
            sample_count: number;
            /** Sample Interval S */
            sample_interval_s: number;
            /** Subjects */
            subjects: components["schemas"]["SubjectRead"][];
            /** Time S */
            time_s: number[];
            /** To S */
            to_s: number;
        };
        /**
         * Gilbert-Elliott
         * @description Bursts of loss from a Markov chain of two states (Gilbert 1960, Elliott 1963). The state changes at every packet of the flow, then the packet is lost with the probability of the state. It starts in the good state.
         */
        GilbertElliottLoss: {
            /**
             * Loss in the bad state
             * @description Of each packet in the bad state.
             * @default 1
             */
            bad_loss_probability: number;
            /**
             * Bad to good
             * @description Per packet. The mean length of a bad state is 1 / this many packets.
             * @example 0.1
             */
            bad_to_good_probability: number;
            /**
             * Which packets get lost
             * @description Data packets, ACKs, or both (each with its own draws).
             * @default data
             * @enum {string}
             */
            direction: "data" | "ack" | "both";
            /**
             * Loss in the good state
             * @description Of each packet in the good state.
             * @default 0
             */
            good_loss_probability: number;
            /**
             * Good to bad
             * @description Per packet. The share of the bad state is good_to_bad / (good_to_bad + bad_to_good).
             * @example 0.001
             */
            good_to_bad_probability: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "gilbert_elliott";
            /**
             * Where packets get lost
             * @description before_queue: a lost packet takes no buffer space and no link time; after_queue: it does.
             * @default after_queue
             * @enum {string}
             */
            position: "before_queue" | "after_queue";
        };
        /**
         * GoalRead
         * @description Whether a run reaches the goal of its step.
         */
        GoalRead: {
            /** Holds */
            holds: boolean;
            /**
             * Is Decided
             * @description False: the run lacks a metric of the goal.
             */
            is_decided: boolean;
            /**
             * Terms
             * @description Each metric of the goal, with its value.
             */
            terms: {
                [key: string]: number | null;
            };
        };
        /**
         * GuessWrite
         * @description One of the step's candidates.
         */
        GuessWrite: {
            /** Guess */
            guess: string;
        };
        /**
         * HealthRead
         * @description The process answers.
         */
        HealthRead: {
            /**
             * Status
             * @default ok
             * @constant
             */
            status: "ok";
        };
        /**
         * HelpWrite
         * @description Ask the teacher to come, or not any more.
         */
        HelpWrite: {
            /** Asks */
            asks: boolean;
        };
        /**
         * ItemDifference
         * @description One metric of an item held against the baseline's.
         */
        ItemDifference: {
            /**
             * Count
             * @description Pairs; not paired: values of the item that has fewer.
             */
            count: number;
            /** High */
            high: number | null;
            /**
             * Is Distinguishable
             * @description The interval leaves out equality; null without an interval.
             */
            is_distinguishable: boolean | null;
            /**
             * Is Paired
             * @description true: seed by seed, over the seeds that both have, with Student's t interval; false: between two independent means, with Welch's interval.
             */
            is_paired: boolean;
            /**
             * Kind
             * @description ratio: item over baseline, with a geometric mean.
             * @enum {string}
             */
            kind: "difference" | "ratio";
            /**
             * Low
             * @description Lower end of the 95% interval.
             */
            low: number | null;
            /** Mean */
            mean: number | null;
        };
        /**
         * ItemEstimate
         * @description One metric over the seeds of one item; null where there are too few of them.
         */
        ItemEstimate: {
            /**
             * Count
             * @description Seeds that have a value.
             */
            count: number;
            /** High */
            high: number | null;
            /**
             * Is Clipped
             * @description The interval was cut to the metric's range.
             */
            is_clipped: boolean;
            /**
             * Low
             * @description Lower end of the 95% interval (Student t).
             */
            low: number | null;
            /** Mean */
            mean: number | null;
        };
        /**
         * ItemRequest
         * @description Runs of one scenario, or a cell of an experiment.
         */
        ItemRequest: {
            /**
             * Cell Digest
             * @description Instead of `cell_index`, which an extension may change: the beginning of the cell's scenario_digest.
             */
            cell_digest?: string | null;
            /**
             * Cell Index
             * @description Of that experiment.
             */
            cell_index?: number | null;
            /**
             * Experiment Id
             * @description Instead of runs.
             */
            experiment_id?: string | null;
            /**
             * Label
             * @description Empty: its own name.
             * @default
             */
            label: string;
            /**
             * Run Ids
             * @description Runs of one scenario with different seeds, all of them done.
             */
            run_ids?: string[];
        };
        /**
         * Joined
         * @description A student of a class.
         */
        Joined: {
            /** Alias */
            alias: string;
            /**
             * Attempt Id
             * Format: uuid
             */
            attempt_id: string;
            /**
             * Class Id
             * Format: uuid
             */
            class_id: string;
            /** Is Approved */
            is_approved: boolean;
            /** Number */
            number: number;
            /**
             * Recovery Code
             * @description Shown once; with it the student goes on in another browser. null: this browser was in the class already, and its code stays.
             */
            recovery_code: string | null;
        };
        JsonValue: unknown;
        /**
         * LabListed
         * @description A lab that can be begun.
         */
        LabListed: {
            /**
             * Goals
             * @description What one can do afterwards.
             */
            goals: string[];
            /** Id */
            id: string;
            /** Minutes */
            minutes: number;
            /** Step Count */
            step_count: number;
            /**
             * Summary
             * @description Markdown.
             */
            summary: string;
            /** Title */
            title: string;
        };
        /**
         * LabRunCreate
         * @description Settings of open fields, path to value; none: the step as it is given. Of a map both axes'
         *     paths, each with one of its values.
         */
        LabRunCreate: {
            /** Settings */
            settings?: {
                [key: string]: components["schemas"]["JsonValue"];
            };
        };
        /**
         * LabRunRead
         * @description A run of one step.
         */
        LabRunRead: {
            /** @description Of steps with a goal, once the run is done. */
            goal: components["schemas"]["GoalRead"] | null;
            /**
             * Run Id
             * Format: uuid
             */
            run_id: string;
            /**
             * Settings
             * @description What was changed, path to value.
             */
            settings: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            /**
             * Status
             * @enum {string}
             */
            status: "queued" | "running" | "done" | "failed" | "cancelled";
            /** Step Id */
            step_id: string;
        };
        /**
         * LargestCell
         * @description The cell that will take longest.
         */
        LargestCell: {
            /** Cell Index */
            cell_index: number;
            /** Predicted Packets */
            predicted_packets: number;
        };
        /**
         * LeagueEntry
         * @description An algorithm that takes part.
         */
        LeagueEntry: {
            /** @description Name, and the parameters that were set. */
            algorithm: components["schemas"]["AlgorithmChoice"];
            /** Core Version */
            core_version: string;
            /**
             * Key
             * @description Its name; `with-1`, `with-2` and so on for those that were added to a page.
             */
            key: string;
            /** Title */
            title: string;
        };
        /**
         * LeagueRead
         * @description The league, and how far the algorithms are that were added to it.
         */
        LeagueRead: {
            /**
             * Added
             * @description In the order of the keys `with-1`, `with-2`.
             */
            added: components["schemas"]["EvaluationRead"][];
            /** Behaviour Version */
            behaviour_version: number;
            /** Entries */
            entries: components["schemas"]["LeagueEntry"][];
            /** Rankings */
            rankings: components["schemas"]["Ranking"][];
            /** Seed Count */
            seed_count: number;
            /** Situations */
            situations: components["schemas"]["LeagueSituation"][];
        };
        /**
         * LeagueSituation
         * @description A situation that the league has.
         */
        LeagueSituation: {
            /** Id */
            id: string;
            /**
             * Part
             * @enum {string}
             */
            part: "alone" | "beside" | "mice";
            /** Sentence */
            sentence: string;
            /** Title */
            title: string;
        };
        /**
         * LinePlot
         * @description Lines with interval bands.
         */
        LinePlot: {
            /** Experiment Key */
            experiment_key: string;
            /** Id */
            id: string;
            /**
             * Kind
             * @default line
             * @constant
             */
            kind: "line";
            /** Published */
            published: components["schemas"]["PublishedMark"][];
            /** Series */
            series: components["schemas"]["PlotSeries"][];
            /** Title */
            title: string;
            x: components["schemas"]["PlotAxis"];
            y: components["schemas"]["PlotMetric"];
        };
        /**
         * LinearRange
         * @description `count` values with equal differences.
         */
        LinearRange: {
            /**
             * Values
             * @description How many. Values are rounded to twelve significant digits, and to whole numbers where the
             *     field has whole numbers; points that are then equal are kept once.
             */
            count: number;
            /**
             * From
             * @description First value, itself included.
             */
            from: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "linear";
            /**
             * To
             * @description Last value, itself included. May be below the first.
             */
            to: number;
        };
        /**
         * Link
         * @description A further link with a queue of its own. Data or ACKs meet it where a path names it.
         */
        Link: {
            /**
             * Filter ACKs
             * @description True: a new ACK takes the place of an older one of its flow that waits in the queue
             *     (RFC 3449 5.2.1), as cable modems and CAKE do.
             * @default false
             */
            ack_filter: boolean;
            /**
             * @description Space for queued packets.
             * @default {
             *       "amount": 1,
             *       "unit": "bdp"
             *     }
             */
            buffer: components["schemas"]["Buffer"];
            /**
             * Propagation delay
             * @description One-way delay from the link to the receiver; part of each flow's `rtt_s`.
             * @default 0
             */
            delay_s: number;
            /**
             * Delay over time
             * @description How the propagation delay changes. Before the first step it is `delay_s`.
             * @default []
             */
            delay_schedule: components["schemas"]["DelayStep"][];
            /**
             * Name in paths
             * @description What the paths of flows call it; each link's own, and not `bottleneck`.
             */
            id: string;
            /**
             * Jitter lets packets overtake
             * @description False: a packet waits for the one before it, whatever flow it is of.
             * @default false
             */
            jitter_reorders: boolean;
            /**
             * Jitter
             * @description Packets take up to this much longer behind the link: uniform, from the seed.
             * @default 0
             */
            jitter_s: number;
            /**
             * Random loss
             * @description Random loss, independent of the queue, as on a noisy medium.
             * @default {
             *       "kind": "none"
             *     }
             */
            loss: components["schemas"]["NoLoss"] | components["schemas"]["BernoulliLoss"] | components["schemas"]["GilbertElliottLoss"];
            /**
             * Outages
             * @description Times in which everything is lost.
             * @default []
             */
            outages: components["schemas"]["Outage"][];
            /**
             * Queue
             * @description Queue discipline: which packet leaves next and which is dropped.
             * @default {
             *       "kind": "droptail"
             *     }
             */
            queue: components["schemas"]["DroptailQueue"] | components["schemas"]["CodelQueue"] | components["schemas"]["RedQueue"] | components["schemas"]["PieQueue"] | components["schemas"]["FqCodelQueue"] | components["schemas"]["StepQueue"] | components["schemas"]["Dualpi2Queue"] | components["schemas"]["CobaltQueue"] | components["schemas"]["PolicerQueue"];
            /**
             * Rate
             * @description Bits per second on the wire, headers included.
             */
            rate_bps: number;
            /**
             * Rate over time
             * @description How the rate changes. Before the first step it is `rate_bps`, which also sizes the buffer.
             * @default []
             */
            rate_schedule: components["schemas"]["RateStep"][];
            /**
             * Delivery trace
             * @description When the link may send, instead of a rate; `rate_bps` then sizes the buffer only.
             * @default {
             *       "label": "",
             *       "opportunities_ms": []
             *     }
             */
            trace: components["schemas"]["DeliveryTrace"];
        };
        /**
         * LinkRead
         * @description The bottleneck as simulated.
         */
        LinkRead: {
            /**
             * Buffer Bytes
             * @description Waiting bytes that fit; packet in service not counted.
             */
            buffer_bytes: number;
            /** Delay S */
            delay_s: number;
            /**
             * Fair Share Bps
             * @description Link rate divided by the number of flows.
             */
            fair_share_bps: number;
            /** Rate Bps */
            rate_bps: number;
        };
        /**
         * LinkSummaryRead
         * @description One link over the window.
         */
        LinkSummaryRead: {
            /**
             * Dropped Packets
             * @description Packets of all flows that the queue dropped in the window.
             */
            dropped_packets: number;
            /**
             * Filtered Ack Packets
             * @description ACKs that waited and gave their place to a newer one of their connection (`ack_filter`) in the window; they are neither transmitted nor dropped.
             */
            filtered_ack_packets?: number | null;
            /**
             * Marked Packets
             * @description Packets of all flows that the queue marked (ECN) in the window.
             */
            marked_packets?: number | null;
            /**
             * Max Queue Bytes
             * @description Longest queue in bytes, the packet in service excluded.
             */
            max_queue_bytes: number | null;
            /**
             * Mean Queue Bytes
             * @description Mean over time of the bytes queued at the bottleneck, the packet in service excluded.
             */
            mean_queue_bytes: number | null;
            /**
             * P50 Queue Bytes
             * @description Queue length not exceeded half of the time; from a logarithmic histogram, error at most 1 %.
             */
            p50_queue_bytes: number | null;
            /**
             * P95 Queue Bytes
             * @description Queue length not exceeded 95 % of the time; from a logarithmic histogram, error at most 1 %.
             */
            p95_queue_bytes: number | null;
            /**
             * P99 Queue Bytes
             * @description Queue length not exceeded 99 % of the time; from a logarithmic histogram, error at most 1 %.
             */
            p99_queue_bytes: number | null;
            /**
             * Randomly Lost Packets
             * @description Packets of all flows lost at random in the window; lost ACKs are not counted.
             */
            randomly_lost_packets: number;
            /**
             * Transmitted Packets
             * @description Packets of all flows that the bottleneck transmitted in the window.
             */
            transmitted_packets: number;
            /**
             * Utilisation Ratio
             * @description Share of the window in which the bottleneck transmits; where its rate changes, what it sent of what it could have sent.
             */
            utilisation_ratio: number | null;
        };
        /**
         * LiveArm
         * @description One run that the page offers to start.
         */
        LiveArm: {
            /** Scenario */
            scenario: {
                [key: string]: unknown;
            };
            /** Seed */
            seed: number;
            /** Title */
            title: string;
        };
        /**
         * LiveRun
         * @description A figure over time: runs to start side by side, and what to look at.
         */
        LiveRun: {
            /** Arms */
            arms: components["schemas"]["LiveArm"][];
            /** Explanation */
            explanation: string;
            /** Id */
            id: string;
            /**
             * Series
             * @description Metrics to draw, as the series of a run name them.
             */
            series: string[];
            /** Title */
            title: string;
        };
        /**
         * LogarithmicRange
         * @description `count` values with equal ratios; `from` and `to` are above 0.
         */
        LogarithmicRange: {
            /**
             * Values
             * @description How many. Values are rounded to twelve significant digits, and to whole numbers where the
             *     field has whole numbers; points that are then equal are kept once.
             */
            count: number;
            /**
             * From
             * @description First value, itself included. Above 0.
             */
            from: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "logarithmic";
            /**
             * To
             * @description Last value, itself included. Above 0.
             */
            to: number;
        };
        /**
         * MachineState
         * @description A state, and its place in the drawing of the machine.
         */
        MachineState: {
            /** Column */
            column: number;
            /** Phase */
            phase: string;
            /** Row */
            row: number;
        };
        /**
         * MapCell
         * @description What the runs of one cell measured.
         */
        MapCell: {
            /**
             * Count
             * @description Seeds that have the number.
             */
            count: number;
            /** High */
            high: number | null;
            /**
             * Low
             * @description Of the 95 % interval of the mean; null: one value.
             */
            low: number | null;
            /** Mean */
            mean: number;
            /** X */
            x: number;
            /** Y */
            y: number;
        };
        /**
         * MapCells
         * @description Estimates by cell_index.
         */
        MapCells: {
            /**
             * Count
             * @description Seeds that have a value.
             */
            count: number[];
            /**
             * High
             * @description Upper end of it.
             */
            high: (number | null)[];
            /**
             * Low
             * @description Lower end of the 95% interval (Student t).
             */
            low: (number | null)[];
            /** Mean */
            mean: (number | null)[];
            /** Median */
            median: (number | null)[];
        };
        /**
         * MapPlot
         * @description A heat map: `values[i][j]` at the i-th y and the j-th x.
         */
        MapPlot: {
            /** Cell Indices */
            cell_indices: number[][];
            /** Experiment Key */
            experiment_key: string;
            /**
             * Group
             * @description Maps of one group are shown together: the algorithm or mixture.
             */
            group: string;
            /** High */
            high: (number | null)[][];
            /** Id */
            id: string;
            /**
             * Kind
             * @default map
             * @constant
             */
            kind: "map";
            /** Low */
            low: (number | null)[][];
            /** Title */
            title: string;
            /** Values */
            values: (number | null)[][];
            x: components["schemas"]["PlotAxis"];
            y: components["schemas"]["PlotAxis"];
            z: components["schemas"]["PlotMetric"];
        };
        /**
         * MapRead
         * @description A map as far as it is filled.
         */
        MapRead: {
            /**
             * Cells
             * @description Those in which a finished run has the number.
             */
            cells: components["schemas"]["MapCell"][];
            /** X Values */
            x_values: number[];
            /** Y Values */
            y_values: number[];
        };
        /**
         * MarkRead
         * @description Whether an answer is right.
         */
        MarkRead: {
            /**
             * Is Right
             * @description null: only a person can tell.
             */
            is_right: boolean | null;
            /**
             * Measured
             * @description What the run measured: the number, the number of each item of an order, or the positions of the options that hold.
             */
            measured: number | (number | null)[] | null;
        };
        /**
         * MeanCurve
         * @description A curve over the seeds: at each point their mean, and the lowest and highest of them.
         */
        MeanCurve: {
            /** High */
            high: (number | null)[];
            /** Low */
            low: (number | null)[];
            /** Mean */
            mean: (number | null)[];
        };
        /**
         * MeasurementWindow
         * @description The measurement window that the summaries are over.
         */
        MeasurementWindow: {
            /** End S */
            end_s: number;
            /** Start S */
            start_s: number;
        };
        /**
         * Mechanism
         * @description How it works, as measured.
         */
        Mechanism: {
            /** Arms */
            arms: string[];
            /** Explanations */
            explanations: components["schemas"]["Note"][];
            /** Rows */
            rows: components["schemas"]["FactRow"][];
        };
        /**
         * Media frames
         * @description Frames of one size at a steady rate over a connection; one that is not complete at the receiver by its deadline counts as missed, but is delivered all the same.
         */
        MediaTraffic: {
            /**
             * Deadline
             * @description A frame may take so long from its write to its last byte at the receiver.
             * @default 0.15
             */
            deadline_s: number;
            /**
             * Frame size
             * @description Payload of a frame; it is sent in whole packets.
             * @default 12500
             */
            frame_bytes: number;
            /**
             * Frame rate
             * @description Frames per second.
             * @default 30
             */
            frame_rate_hz: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "media";
        };
        /**
         * MetricInfo
         * @description A series beyond those of every flow or link.
         */
        MetricInfo: {
            /** Description */
            description: string;
            /** Name */
            name: string;
        };
        /**
         * MetricRead
         * @description A number that every unit of the experiment has.
         */
        MetricRead: {
            /**
             * Average
             * @description geometric: mean of the logarithms, transformed back.
             * @enum {string}
             */
            average: "arithmetic" | "geometric";
            /**
             * Better
             * @description Which way it is better: nearer to fair, more or less; null: it does not say.
             */
            better: ("fair" | "more" | "less") | null;
            /** Definition */
            definition: string;
            /**
             * Display Unit
             * @description In which people read it; empty: a plain number.
             */
            display_unit: string;
            /**
             * Fair
             * @description Its value where all is fair, if it says so.
             */
            fair: number | null;
            /** Label */
            label: string;
            /**
             * Least
             * @description No value is smaller; null: there is no such bound.
             */
            least: number | null;
            /**
             * Most
             * @description No value is larger.
             */
            most: number | null;
            /** Name */
            name: string;
            /**
             * Per Display Unit
             * @description Value / this = number in `display_unit`.
             */
            per_display_unit: number;
            /**
             * Scale
             * @enum {string}
             */
            scale: "linear" | "logarithmic";
            /**
             * Unit
             * @description SI base unit of the values; empty: a plain number.
             */
            unit: string;
        };
        /**
         * Move
         * @description One field of the scenario that an axis sets.
         */
        Move: {
            /**
             * Path
             * @description Dotted, into the base scenario: `bottleneck.buffer.amount`. `flows.*` is every flow group.
             *     It may name a field that the base leaves at its default, and whole objects.
             */
            path: string;
            /**
             * Values
             * @description What the field becomes, point by point.
             */
            values: components["schemas"]["ValueList"] | components["schemas"]["LinearRange"] | components["schemas"]["LogarithmicRange"];
        };
        /**
         * None
         * @description No random loss: only the queue drops packets.
         */
        NoLoss: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "none";
        };
        /**
         * NoRandomLoss
         * @description Packets are lost in the queue only.
         */
        NoRandomLoss: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "no_random_loss";
        };
        /**
         * NotPublic
         * @description A published algorithm that cannot be simulated, because its rule is not to be had.
         */
        NotPublic: {
            /**
             * Fidelity Kind
             * @default not_public
             * @constant
             */
            fidelity_kind: "not_public";
            /**
             * Known
             * @description What abstracts and other papers say of it.
             */
            known: string;
            /**
             * Looked For
             * @description Where its rule was looked for, without success.
             */
            looked_for: string;
            /** Name */
            name: string;
            /**
             * Nearest
             * @description Name of the algorithm of this lab that comes nearest, or empty.
             */
            nearest: string;
            /** Source */
            source: string;
            /** Title */
            title: string;
        };
        /**
         * Note
         * @description A remark on the paper's own numbers.
         */
        Note: {
            /** Text */
            text: components["schemas"]["SentencePart"][];
            /** Title */
            title: string;
        };
        /**
         * OEmbedRead
         * @description The answer of type `rich`.
         */
        OEmbedRead: {
            /**
             * Description
             * @description What each of the runs or items is, or the note.
             */
            description: string;
            /** Height */
            height: number;
            /** Html */
            html: string;
            /**
             * Provider Name
             * @default FaiRTT Lab
             */
            provider_name: string;
            /** Provider Url */
            provider_url: string;
            /**
             * Thumbnail Height
             * @default 630
             */
            thumbnail_height: number;
            /**
             * Thumbnail Url
             * @description Of several runs it shows the first two.
             */
            thumbnail_url: string;
            /**
             * Thumbnail Width
             * @default 1200
             */
            thumbnail_width: number;
            /** Title */
            title: string;
            /**
             * Type
             * @default rich
             * @constant
             */
            type: "rich";
            /**
             * Version
             * @default 1.0
             * @constant
             */
            version: "1.0";
            /** Width */
            width: number;
        };
        /**
         * OfferedAlteration
         * @description A usual question about the run's scenario.
         */
        OfferedAlteration: {
            /** Alteration */
            alteration: components["schemas"]["WithoutGroup"] | components["schemas"]["EqualRtts"] | components["schemas"]["NoRandomLoss"] | components["schemas"]["OtherAlgorithm"] | components["schemas"]["OtherBuffer"];
            /** Title */
            title: string;
        };
        /**
         * On and off
         * @description Sends all it can for a while, then nothing for a while; begins with sending.
         */
        OnOffTraffic: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "on_off";
            /**
             * Off
             * @description Time of silence, mean.
             * @default 1
             */
            off_s: number;
            /**
             * On
             * @description Time of sending, mean.
             * @default 1
             */
            on_s: number;
            /**
             * Lengths of the times
             * @description Times drawn with these means from the seed, or all alike.
             * @default exponential
             * @enum {string}
             */
            period_distribution: "exponential" | "fixed";
        };
        /**
         * OpenQuestion
         * @description What the paper leaves open.
         */
        OpenQuestion: {
            /** Choices */
            choices: components["schemas"]["Choice"][];
            /**
             * Finding
             * @description What the choice changes, measured.
             */
            finding: components["schemas"]["SentencePart"][];
            /** Id */
            id: string;
            /** Paper Says */
            paper_says: string;
            /** Question */
            question: string;
            /**
             * Switch Position
             * @description Its place among the choices of the switch; null if it is not in it.
             */
            switch_position: number | null;
        };
        /**
         * OpeningCase
         * @description A known case as the first page shows it: settings, and all of its seeds together.
         */
        OpeningCase: {
            /** Preset Id */
            preset_id: string;
            /**
             * Scenarios
             * @description Baseline, then the one beside it.
             */
            scenarios: components["schemas"]["Scenario"][];
            /**
             * Title
             * @description What the case is called beside the others.
             */
            title: string;
            together: components["schemas"]["SeedsTogether"];
            /**
             * Why
             * @description Why it stands there, in one sentence.
             */
            why: string;
        };
        /**
         * OtherAlgorithm
         * @description The flows of one group send by another algorithm.
         */
        OtherAlgorithm: {
            /**
             * Congestion control
             * @description Name and parameters.
             */
            algorithm: components["schemas"]["AlgorithmChoice"];
            /**
             * Flow group
             * @description Which group, from 0.
             */
            group_index: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "other_algorithm";
        };
        /**
         * OtherBuffer
         * @description The buffer of the bottleneck has another size.
         */
        OtherBuffer: {
            /** @description Size and unit. */
            buffer: components["schemas"]["Buffer"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "other_buffer";
        };
        /**
         * OtherFinding
         * @description What somebody else found, beside ours and never a target of ours.
         */
        OtherFinding: {
            /** Note */
            note: string | null;
            ours: components["schemas"]["PaperEstimate"] | null;
            shown: components["schemas"]["Shown"];
            /** Theirs */
            theirs: string;
            /** What */
            what: string;
        };
        /**
         * OtherReproduction
         * @description Another reproduction of the paper.
         */
        OtherReproduction: {
            /** Explanation */
            explanation: string;
            /** Findings */
            findings: components["schemas"]["OtherFinding"][];
            /** Title */
            title: string;
        };
        /**
         * Outage
         * @description A black hole: for a while all that leaves the link is lost, or every ACK, or both.
         *
         *     The link goes on sending, so the queue drains into nothing. For an outage in which packets are
         *     held instead, set the rate to 0.
         */
        Outage: {
            /**
             * From
             * @description When it begins.
             */
            at_s: number;
            /**
             * What gets lost
             * @description Data packets that leave the link, ACKs that leave their receiver, or both.
             * @default both
             * @enum {string}
             */
            direction: "data" | "ack" | "both";
            /**
             * Length
             * @description How long it lasts.
             */
            duration_s: number;
        };
        /**
         * OverviewGroup
         * @description What the flows of a group got together.
         */
        OverviewGroup: {
            /** Flow Count */
            flow_count: number;
            /**
             * Group Index
             * @description null: all groups from the seventh on together.
             */
            group_index: number | null;
            /**
             * Share Ratio
             * @description Of what all flows got; null if that is none.
             */
            share_ratio: number | null;
            /**
             * Sparkline Bps
             * @description Mean throughput of all its flows in each part of the run, from its start.
             */
            sparkline_bps: number[];
            /**
             * Throughput Bps
             * @description Sum of its flows over the measurement window.
             */
            throughput_bps: number;
        };
        /**
         * OverviewRead
         * @description Who got what, at a glance.
         */
        OverviewRead: {
            /** Groups */
            groups: components["schemas"]["OverviewGroup"][];
            /**
             * Point S
             * @description Length of one part of the sparklines.
             */
            point_s: number;
        };
        /**
         * OwnerRead
         * @description How much belongs to an owner.
         */
        OwnerRead: {
            /**
             * Draft Count
             * @description Drafts that were handed in.
             */
            draft_count: number;
            /** Experiment Count */
            experiment_count: number;
            /** Newest Run At */
            newest_run_at: string | null;
            /** Run Count */
            run_count: number;
            /**
             * Storage Limit Bytes
             * @description New runs beyond this are refused with 409 (LAB_STORAGE_BYTES_PER_OWNER).
             */
            storage_limit_bytes: number;
            /**
             * Storage Used Bytes
             * @description What the series of these runs take, and the measured traces in links.
             */
            storage_used_bytes: number;
        };
        /**
         * PacketColumns
         * @description Events by time; those of one moment in the order in which they happened.
         */
        PacketColumns: {
            /** Cwnd Packets */
            cwnd_packets: number[];
            /**
             * Ecn Bits
             * @description Of the headers: ECN of IP (lowest two bits), then ECE, CWR and AE of TCP. Null where no flow uses ECN.
             */
            ecn_bits?: number[] | null;
            /** Flow Index */
            flow_index: number[];
            /** Inflight Packets */
            inflight_packets: number[];
            /**
             * Kind
             * @description sent, retransmitted, enqueued, dropped, dequeued, transmitted, lost, delivered, ack_sent, ack_lost, ack_received, marked or window_probe.
             */
            kind: string[];
            /**
             * Link Index
             * @description Where it happens: 0 is the bottleneck, n the n-th of `links`, -1 a host. Null where nothing happens at any other link than the bottleneck.
             */
            link_index?: number[] | null;
            /**
             * Queue Bytes
             * @description Waiting at the link after the event; of an event at none, or of a lost ACK, at the link of the last event before it that has one.
             */
            queue_bytes: number[];
            /**
             * Sequence
             * @description Of a packet, from 0 per flow; of an ACK the first that has not arrived.
             */
            sequence: number[];
            /** Time S */
            time_s: number[];
            /**
             * Window Packets
             * @description Of an ACK the packets from its number on that a slow receiver has room for, -1 of all else. Null where no receiver reads slowly.
             */
            window_packets?: number[] | null;
        };
        /**
         * PacketsRead
         * @description What is known of a window. Ask again while `status` is queued or running.
         */
        PacketsRead: {
            /**
             * Error
             * @description Why it failed, else null.
             */
            error: string | null;
            /** @description There when `status` is done. */
            events: components["schemas"]["PacketColumns"] | null;
            /** From S */
            from_s: number;
            /**
             * Is Truncated
             * @description There are more events than are given.
             */
            is_truncated: boolean;
            /**
             * Run Id
             * Format: uuid
             */
            run_id: string;
            /**
             * Status
             * @enum {string}
             */
            status: "queued" | "running" | "done" | "failed";
            /** To S */
            to_s: number;
        };
        /**
         * Paper
         * @description The page of a paper.
         */
        Paper: {
            /**
             * Answer
             * @description What our numbers answer, in one sentence.
             */
            answer: components["schemas"]["SentencePart"][];
            /** Authors */
            authors: string;
            /**
             * Constants
             * @description What the paper fixes, held against what runs here.
             */
            constants: components["schemas"]["Constant"][];
            /** Core Version */
            core_version: string;
            /** Experiments */
            experiments: components["schemas"]["PaperExperiment"][];
            /** Figures */
            figures: components["schemas"]["PaperFigure"][];
            mechanism: components["schemas"]["Mechanism"] | null;
            /**
             * Name
             * @enum {string}
             */
            name: "fairtt" | "buffer-sizing" | "bbr-efra";
            /**
             * Notes
             * @description Consistency of the paper's own numbers.
             */
            notes: components["schemas"]["Note"][];
            other: components["schemas"]["OtherReproduction"] | null;
            /** Published In */
            published_in: string;
            /** Question */
            question: string;
            /** Questions */
            questions: components["schemas"]["OpenQuestion"][];
            /**
             * Readings
             * @description One for each error rate.
             */
            readings: components["schemas"]["ReadingTable"][];
            /**
             * Rule
             * @description How a verdict is reached.
             */
            rule: string;
            /** Setup */
            setup: components["schemas"]["SetupFact"][];
            /**
             * Summary
             * @description What came out, in a few sentences with measured numbers.
             */
            summary: components["schemas"]["SentencePart"][];
            switch: components["schemas"]["Switch"] | null;
            /** Title */
            title: string;
            /** Unit Count */
            unit_count: number;
            /** Url */
            url: string;
            verdicts: components["schemas"]["VerdictCounts"];
            /** Year */
            year: number;
        };
        /**
         * PaperEstimate
         * @description A mean over seeds with its 95 % interval.
         */
        PaperEstimate: {
            /**
             * Average
             * @enum {string}
             */
            average: "arithmetic" | "geometric";
            /** High */
            high: number | null;
            /**
             * Low
             * @description Ends of the interval; null with one seed.
             */
            low: number | null;
            /** Mean */
            mean: number;
            /** Seed Count */
            seed_count: number;
        };
        /**
         * PaperExperiment
         * @description An experiment behind the page, or one that is offered with its size.
         */
        PaperExperiment: {
            /** Cell Count */
            cell_count: number;
            /**
             * Definition
             * @description As `POST /experiments` takes it.
             */
            definition: {
                [key: string]: unknown;
            };
            /**
             * Id
             * @description Of the stored experiment, in every lab; null if no results are shipped.
             */
            id: string | null;
            /**
             * Is Shipped
             * @description Its results come with the lab; else it is offered as a preset.
             */
            is_shipped: boolean;
            /** Key */
            key: string;
            /**
             * Predicted Packets
             * @description Of all its units. What that takes is this machine's own: `POST /experiments/check` says.
             */
            predicted_packets: number;
            /** Purpose */
            purpose: string;
            /** Title */
            title: string;
            /** Unit Count */
            unit_count: number;
        };
        /**
         * PaperFigure
         * @description A figure or table of the paper, re-made.
         */
        PaperFigure: {
            /**
             * Caption
             * @description What the paper shows there.
             */
            caption: string;
            /** Id */
            id: string;
            /** Live */
            live: components["schemas"]["LiveRun"][];
            /** Plots */
            plots: (components["schemas"]["LinePlot"] | components["schemas"]["MapPlot"])[];
            /** Rows */
            rows: components["schemas"]["PaperRow"][];
            /** Tables */
            tables: components["schemas"]["FactTable"][];
            /** Title */
            title: string;
        };
        /**
         * PaperList
         * @description The papers of the lab.
         */
        PaperList: {
            /** Items */
            items: components["schemas"]["PaperListed"][];
        };
        /**
         * PaperListed
         * @description A paper in the list.
         */
        PaperListed: {
            /**
             * Answer
             * @description What our numbers answer, in one sentence.
             */
            answer: components["schemas"]["SentencePart"][];
            /** Authors */
            authors: string;
            /**
             * Name
             * @enum {string}
             */
            name: "fairtt" | "buffer-sizing" | "bbr-efra";
            /** Published In */
            published_in: string;
            /**
             * Question
             * @description What it asks, in one sentence.
             */
            question: string;
            /** Title */
            title: string;
            /**
             * Unit Count
             * @description Simulated runs behind the page.
             */
            unit_count: number;
            /** Url */
            url: string;
            verdicts: components["schemas"]["VerdictCounts"];
            /** Year */
            year: number;
        };
        /**
         * PaperRow
         * @description One thing that the paper says, ours beside it, and the verdict.
         */
        PaperRow: {
            /**
             * Arm
             * @description Algorithm, as the paper names it.
             */
            arm: string;
            /**
             * Cause
             * @description Why the seeds cannot tell.
             */
            cause: ("few_seeds" | "on_bound") | null;
            /** Cells */
            cells: components["schemas"]["CellReference"][];
            /**
             * Difference
             * @description Ours less the published value, where it is a number.
             */
            difference: number | null;
            estimate: components["schemas"]["PaperEstimate"] | null;
            /** Figure */
            figure: string;
            /** Id */
            id: string;
            /**
             * Metric
             * @description Definition of the number, one sentence.
             */
            metric: string;
            /** Note */
            note: string | null;
            published: components["schemas"]["PublishedNumber"];
            /**
             * Reading
             * @description Which reading of the paper ours was computed with; null where there is only one.
             */
            reading: string | null;
            /** Setting */
            setting: string;
            shown: components["schemas"]["Shown"];
            /** @description Null where the number comes from one condition. */
            strata: components["schemas"]["Strata"] | null;
            tally: components["schemas"]["SeedTally"] | null;
            tolerance: components["schemas"]["Tolerance"] | null;
            /**
             * Validate Rows
             * @description Rows of docs/validation.md on the same finding.
             */
            validate_rows: string[];
            /**
             * Verdict
             * @enum {string}
             */
            verdict: "within" | "mixed" | "outside" | "cannot_tell" | "not_checkable" | "not_computed";
            /**
             * Verdict Text
             * @description The verdict with its reason, one sentence.
             */
            verdict_text: string;
            /** What */
            what: string;
        };
        /**
         * ParameterInfo
         * @description One thing that can be set in an algorithm.
         */
        ParameterInfo: {
            /**
             * Choices
             * @description The values of a choice, else empty.
             */
            choices: string[];
            /** Default */
            default: boolean | number | string;
            /** Description */
            description: string;
            /**
             * Is Digested
             * @description Whether `summary_digest` covers it with its default, too: those that came later are not.
             * @default true
             */
            is_digested: boolean;
            /**
             * Kind
             * @enum {string}
             */
            kind: "boolean" | "integer" | "number" | "choice";
            /**
             * Maximum
             * @description Inclusive bound of integers and numbers, else null.
             */
            maximum: number | null;
            /**
             * Minimum
             * @description Inclusive bound of integers and numbers, else null.
             */
            minimum: number | null;
            /**
             * Name
             * @description The unit is the last word, where there is one.
             */
            name: string;
            /**
             * Source
             * @description Public source of the default: RFC and section, kernel file, paper.
             */
            source: string;
            /**
             * Title
             * @description What a form calls it; empty: its name without the unit.
             */
            title: string;
        };
        /**
         * PathLinkRead
         * @description A link of a scenario with several, as simulated.
         */
        PathLinkRead: {
            /**
             * Buffer Bytes
             * @description Waiting bytes that fit; packet in service not counted.
             */
            buffer_bytes: number;
            /** Delay S */
            delay_s: number;
            /**
             * Id
             * @description Its name in the paths of flows.
             */
            id: string;
            /** Rate Bps */
            rate_bps: number;
            summary: components["schemas"]["LinkSummaryRead"];
        };
        /**
         * PhaseRead
         * @description A flow was in one phase of its algorithm from `start_s` to `end_s`.
         */
        PhaseRead: {
            /** End S */
            end_s: number;
            /** Flow Index */
            flow_index: number;
            /** Phase */
            phase: string;
            /**
             * Reason
             * @description Why it was entered.
             */
            reason: string;
            /** Start S */
            start_s: number;
        };
        /**
         * PhenomenaRead
         * @description What a finished run shows; nothing while it runs.
         */
        PhenomenaRead: {
            /**
             * Complete
             * @description The run is done and was looked through.
             */
            complete: boolean;
            /**
             * Examined Flow Count
             * @description Flows whose series were looked at: some of each group if there are many.
             */
            examined_flow_count: number;
            /** Phenomena */
            phenomena: components["schemas"]["PhenomenonRead"][];
            /**
             * Run Id
             * Format: uuid
             */
            run_id: string;
        };
        /**
         * PhenomenonRead
         * @description A name that applies to the run, and where to look.
         */
        PhenomenonRead: {
            /**
             * Definition
             * @description When the name applies: thresholds and their reasons.
             */
            definition: string;
            /** Flow Indices */
            flow_indices: number[];
            /**
             * Kind
             * @enum {string}
             */
            kind: "synchronised_probe_rtt" | "inflated_min_rtt" | "small_buffer" | "retransmission_timeout" | "latecomer_advantage" | "starvation" | "dominance" | "loss_blind" | "rtt_bias" | "window_cap" | "other_bdp";
            /**
             * Sentence
             * @description What was found, with its numbers.
             */
            sentence: string;
            /** Source */
            source: string;
            /** Title */
            title: string;
            /** Window Count */
            window_count: number;
            /**
             * Windows
             * @description In order; the first 200 of `window_count`.
             */
            windows: components["schemas"]["WindowRead"][];
        };
        /**
         * PIE
         * @description Proportional integral controller enhanced: arriving packets are dropped with a probability that follows how far the delay is from its target and how fast it grows.
         */
        PieQueue: {
            /**
             * Alpha
             * @description Change of the drop probability per second of delay above the target, at each update.
             * @default 0.125
             */
            alpha_hz: number;
            /**
             * Beta
             * @description Change of the drop probability per second by which the delay has grown, at each update.
             * @default 1.25
             */
            beta_hz: number;
            /**
             * Burst allowance
             * @description For so long after a calm time nothing is dropped early.
             * @default 0.15
             */
            burst_allowance_s: number;
            /**
             * Marks packets (ECN)
             * @description Packets of flows that use ECN are marked where others are dropped early; what finds no room is dropped all the same.
             * @default false
             */
            ecn: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "pie";
            /**
             * Target delay
             * @description Delay in the queue that the drop probability is steered for.
             * @default 0.015
             */
            target_s: number;
            /**
             * Update interval
             * @description How often the drop probability is computed.
             * @default 0.015
             */
            update_interval_s: number;
        };
        /**
         * PlaceWrite
         * @description The step that the student looks at.
         */
        PlaceWrite: {
            /** Step Id */
            step_id: string;
        };
        /**
         * PlotAxis
         * @description An axis of a plot.
         */
        PlotAxis: {
            /** Label */
            label: string;
            /**
             * Scale
             * @enum {string}
             */
            scale: "linear" | "logarithmic" | "category";
            /** Texts */
            texts: string[];
            /** Unit */
            unit: string;
            /**
             * Values
             * @description In the unit; of a category its positions 0, 1, ...
             */
            values: number[];
        };
        /**
         * PlotMetric
         * @description What is plotted.
         */
        PlotMetric: {
            /** Definition */
            definition: string;
            /**
             * Fair
             * @description The value that is fair, as measured (before the factor); null if there is none.
             */
            fair: number | null;
            /** Label */
            label: string;
            /** Name */
            name: string;
            /**
             * Scale
             * @enum {string}
             */
            scale: "linear" | "logarithmic";
            shown: components["schemas"]["Shown"];
        };
        /**
         * PlotSeries
         * @description A line over the x axis; null where nothing is known.
         */
        PlotSeries: {
            /** Cell Indices */
            cell_indices: number[];
            /** High */
            high: (number | null)[];
            /** Low */
            low: (number | null)[];
            /** Mean */
            mean: (number | null)[];
            /** Name */
            name: string;
        };
        /**
         * PointColumns
         * @description Units that have both numbers.
         */
        PointColumns: {
            /** Cell Index */
            cell_index: number[];
            /** Seed */
            seed: number[];
            /** X */
            x: number[];
            /** Y */
            y: number[];
        };
        /**
         * Poisson arrivals
         * @description Transfers of very different sizes begin at random times, each over a new connection that starts slowly; several may run at once.
         */
        PoissonTransfersTraffic: {
            /**
             * Arrivals per second
             * @description Transfers that begin per second, mean; the gaps are exponential.
             * @default 20
             */
            arrival_rate_hz: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "poisson_transfers";
            /**
             * Largest
             * @description No transfer is larger.
             * @default 10000000
             */
            largest_bytes: number;
            /**
             * Sigma of the lognormal
             * @description Of a lognormal: standard deviation of the logarithm.
             * @default 1.5
             */
            lognormal_sigma_ratio: number;
            /**
             * Median of the lognormal
             * @description Of a lognormal: half of the transfers are smaller.
             * @default 10000
             */
            median_bytes: number;
            /**
             * Most at a time
             * @description A transfer that would be one more than this at a time is refused.
             * @default 1000
             */
            most_open_count: number;
            /**
             * Shape of the Pareto tail
             * @description Of a bounded Pareto: how fast the tail falls; the smaller the heavier.
             * @default 1.2
             */
            pareto_shape_ratio: number;
            /**
             * Sizes
             * @description How the sizes are distributed.
             * @default bounded_pareto
             * @enum {string}
             */
            size_distribution: "bounded_pareto" | "lognormal";
            /**
             * Smallest
             * @description No transfer is smaller.
             * @default 4000
             */
            smallest_bytes: number;
        };
        /**
         * Policer
         * @description A token bucket before a drop-tail queue: what finds no tokens is dropped, what finds some passes undelayed, at the link's rate.
         */
        PolicerQueue: {
            /**
             * Bucket
             * @description Time in which an empty bucket fills; it is full at first, and holds at least one packet.
             * @default 0.1
             */
            bucket_s: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "policer";
            /**
             * Token rate
             * @description Rate at which tokens come, as a share of the link's `rate_bps`; what passes in the long run.
             * @default 0.5
             */
            token_rate_ratio: number;
        };
        /**
         * Precision
         * @description How narrow the interval of a metric has to be: cells get more seeds until it is.
         */
        Precision: {
            /**
             * Metric
             * @description A number of the experiment, or a ratio of two: `a/b`.
             */
            metric: string;
            /**
             * Seeds at most
             * @description No cell gets more seeds than this.
             * @default 100
             */
            most_count: number;
            /**
             * Runs at most
             * @description All cells together get no more; null: as many as their seeds are.
             */
            most_unit_count?: number | null;
            /**
             * Within
             * @description Half of the 95 % interval is at most this share of the mean; of a metric that is averaged by
             *     logarithms, the interval ends at most this factor above the mean.
             * @default 0.05
             */
            within_ratio: number;
        };
        /**
         * PrecisionCells
         * @description By cell_index.
         */
        PrecisionCells: {
            /**
             * Needed Count
             * @description Further seeds that the spread so far asks for; null where nothing tells.
             */
            needed_count: (number | null)[];
            /**
             * Seed Count
             * @description Seeds that the cell has, or is planned with.
             */
            seed_count: number[];
            /**
             * State
             * @description wanted: the next round brings more seeds; most_seeds, budget: it gets no more.
             */
            state: ("reached" | "wanted" | "most_seeds" | "budget" | "no_number")[];
            /**
             * Width Ratio
             * @description Half of the 95% interval by the mean; of a metric with a geometric average how far it ends above the mean, as a share of it; null where nothing tells.
             */
            width_ratio: (number | null)[];
        };
        /**
         * Preset
         * @description A comparison that is ready to run, with what was measured of it.
         */
        Preset: {
            /** Behaviour Version */
            behaviour_version: number;
            /**
             * Core Version
             * @description Of the simulator that measured it.
             */
            core_version: string;
            /**
             * Drawn Seed
             * @description Seed of the curves that are shown: nearest to the medians over the seeds.
             */
            drawn_seed: number;
            /**
             * Id
             * @description Stable: links name it.
             */
            id: string;
            /**
             * Note
             * @description Where it differs from what is published, or what it depends on.
             */
            note: string | null;
            /** Seed Count */
            seed_count: number;
            /**
             * Sentence
             * @description What is seen, with measured numbers.
             */
            sentence: string;
            /**
             * Sentence Parts
             * @description The same sentence in pieces.
             */
            sentence_parts: components["schemas"]["SentencePart"][];
            /**
             * Setting
             * @description What all variants have in common, in one line.
             */
            setting: string;
            /** Title */
            title: string;
            /**
             * Topic
             * @enum {string}
             */
            topic: "rtt" | "buffers" | "mixtures" | "loss" | "links" | "paths" | "sanity";
            /** Variants */
            variants: components["schemas"]["PresetVariant"][];
        };
        /**
         * PresetNumber
         * @description A measured number of one variant.
         */
        PresetNumber: {
            /** High */
            high: number | null;
            /**
             * Label
             * @description In words, with its unit.
             */
            label: string;
            /**
             * Low
             * @description Ends of the 95 % interval; null where the seeds do not differ.
             */
            low: number | null;
            /** Mean */
            mean: number;
            /** Name */
            name: string;
            /**
             * Text
             * @description The mean as a sentence writes it.
             */
            text: string;
        };
        /**
         * PresetNumberValues
         * @description A measured number, seed by seed.
         */
        PresetNumberValues: {
            /** Name */
            name: string;
            /** Variants */
            variants: components["schemas"]["VariantValues"][];
        };
        /**
         * PresetVariant
         * @description One arm of a comparison.
         */
        PresetVariant: {
            /** Id */
            id: string;
            /** Numbers */
            numbers: components["schemas"]["PresetNumber"][];
            scenario: components["schemas"]["Scenario"];
            /** Shares */
            shares: components["schemas"]["Share"][];
            thumbnail: components["schemas"]["Thumbnail"];
            /**
             * Title
             * @description What sets it apart from the other variants.
             */
            title: string;
        };
        /**
         * ProblemDetails
         * @description RFC 9457. `detail` says what went wrong here and what to do about it.
         */
        ProblemDetails: {
            /** Detail */
            detail: string;
            /** Errors */
            errors?: components["schemas"]["ProblemItem"][];
            /**
             * Request Id
             * @description Finds this request in the log.
             * @default null
             */
            request_id: string | null;
            /** Status */
            status: number;
            /** Title */
            title: string;
            /**
             * Type
             * @description Names the kind of problem: one of `GET /api/problems`, which each operation lists under its status.
             * @default about:blank
             */
            type: string;
        };
        /**
         * ProblemItem
         * @description One thing that is wrong with the request.
         */
        ProblemItem: {
            /**
             * Bound
             * @description The limit that it breaks, if there is one.
             * @default null
             */
            bound: unknown;
            /**
             * Message
             * @description A sentence with the field, the value and the bound.
             */
            message: string;
            /**
             * Path
             * @description Dotted path of the field, e.g. `flows.0.rtt_s`.
             */
            path: string;
            /**
             * Pointer
             * @description JSON pointer into the request body (RFC 6901).
             */
            pointer: string;
            /**
             * Value
             * @description What was given; null if nothing was.
             * @default null
             */
            value: unknown;
        };
        /**
         * ProblemKind
         * @description What a `type` of problem details stands for (RFC 9457, section 3.1.1).
         */
        ProblemKind: {
            /**
             * Meaning
             * @description What it says, and what to do about it.
             */
            meaning: string;
            /** Status */
            status: number;
            /** Title */
            title: string;
            /**
             * Type
             * @description As problems have it.
             */
            type: string;
        };
        /**
         * PublishedMark
         * @description A published value in a plot; x is null for one of the whole sweep: draw it across.
         */
        PublishedMark: {
            /** Series Name */
            series_name: string;
            /** Text */
            text: string;
            /** Value */
            value: number;
            /** X */
            x: number | null;
        };
        /**
         * PublishedNumber
         * @description What the paper says.
         */
        PublishedNumber: {
            /** Text */
            text: string;
            /**
             * Value
             * @description Null where it gives words.
             */
            value: number | null;
        };
        /**
         * RankedRow
         * @description An algorithm in one ranking.
         */
        RankedRow: {
            /** High */
            high: number | null;
            /** Key */
            key: string;
            /**
             * Low
             * @description Ends of the 95% interval of the mean over the seeds.
             */
            low: number | null;
            /** Mean */
            mean: number | null;
            /**
             * Place
             * @description Shared by those that the seeds cannot tell apart; null while a number is missing.
             */
            place: number | null;
        };
        /**
         * Ranking
         * @description One number, over one situation or several.
         */
        Ranking: {
            /** Asks */
            asks: string;
            /**
             * Better
             * @enum {string}
             */
            better: "higher" | "lower";
            /** Definition */
            definition: string;
            /** Display Unit */
            display_unit: string;
            /** Id */
            id: string;
            /** Label */
            label: string;
            /**
             * Number
             * @description Of which the mean over the situations is taken, seed by seed.
             */
            number: string;
            /** Per Display Unit */
            per_display_unit: number;
            /**
             * Rows
             * @description By place, then by mean.
             */
            rows: components["schemas"]["RankedRow"][];
            /** Situation Ids */
            situation_ids: string[];
            /** Title */
            title: string;
        };
        /**
         * Limited rate
         * @description Writes a packet's payload at regular times; what the network does not take waits in the sender.
         */
        RateLimitedTraffic: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "rate_limited";
            /**
             * Rate
             * @description Payload bits per second that are written.
             * @example 1000000
             */
            rate_bps: number;
        };
        /**
         * RateStep
         * @description From `at_s` on the rate moves to `rate_bps`: at once, or evenly within `ramp_s`.
         *
         *     What is being sent when the rate changes goes on with its remaining bits at the new rate. A
         *     ramp is a staircase of steps of at least 1 ms, 1,000 at most, each at the rate in its middle.
         */
        RateStep: {
            /**
             * From
             * @description When it begins; later than the step before, ramp included.
             */
            at_s: number;
            /**
             * Ramp
             * @description How long the rate takes to get there.
             * @default 0
             */
            ramp_s: number;
            /**
             * Rate
             * @description The new rate. 0: nothing leaves and packets wait in the buffer; else as `rate_bps` of the
             *     link.
             */
            rate_bps: number;
        };
        /**
         * ReadingCell
         * @description A published number under a reading.
         */
        ReadingCell: {
            estimate: components["schemas"]["PaperEstimate"];
            /**
             * Verdict
             * @enum {string}
             */
            verdict: "within" | "mixed" | "outside" | "cannot_tell" | "not_checkable" | "not_computed";
        };
        /**
         * ReadingColumn
         * @description A reading of the algorithm.
         */
        ReadingColumn: {
            counts: components["schemas"]["VerdictCounts"];
            /**
             * Distance
             * @description Root mean square of (ours - published) / half width of the tolerance over all numbers.
             */
            distance: number | null;
            /**
             * Is Host
             * @description It is BBRv2, what FaiRTT is compared with.
             */
            is_host: boolean;
            /**
             * Is Oracle
             * @description It needs state that flows share, which no real sender has.
             */
            is_oracle: boolean;
            /** Meaning */
            meaning: string;
            /** Name */
            name: string;
            /** Parameters */
            parameters: {
                [key: string]: string | number | boolean;
            };
        };
        /**
         * ReadingRow
         * @description A published number under all readings.
         */
        ReadingRow: {
            /** Arm */
            arm: string;
            /**
             * Cells
             * @description By column; null where the number is not the column's: BBRv2's of a reading of FaiRTT.
             */
            cells: (components["schemas"]["ReadingCell"] | null)[];
            /** Claim Id */
            claim_id: string;
            /** Figure */
            figure: string;
            published: components["schemas"]["PublishedNumber"];
            /** Setting */
            setting: string;
            shown: components["schemas"]["Shown"];
            tolerance: components["schemas"]["Tolerance"];
            /** What */
            what: string;
        };
        /**
         * ReadingTable
         * @description Which reading fits: all readings against all numbers, with one error rate.
         */
        ReadingTable: {
            /** Columns */
            columns: components["schemas"]["ReadingColumn"][];
            /** Error Rate */
            error_rate: number;
            /** Rows */
            rows: components["schemas"]["ReadingRow"][];
            /** Title */
            title: string;
        };
        /**
         * ReadyRead
         * @description Each part the service needs: `ok`, or what is wrong with it.
         */
        ReadyRead: {
            /**
             * Behaviour Version
             * @description What that build computes: raised when a run gives other numbers.
             */
            behaviour_version?: number | null;
            /** Broker */
            broker: string;
            /**
             * Core Version
             * @description Build of the simulator that computes new runs; null before a worker started.
             */
            core_version?: string | null;
            /** Database */
            database: string;
            /** Migrations */
            migrations: string;
            /** Ready */
            ready: boolean;
        };
        /**
         * Receiver
         * @description When the receiver of a flow acknowledges, and how much data it allows in flight.
         */
        Receiver: {
            /**
             * ACK aggregation
             * @description ACKs are collected and released together at this interval, as in Wi-Fi; 0: never.
             * @default 0
             */
            ack_aggregation_s: number;
            /**
             * Packets per ACK
             * @description An immediate ACK for every this many packets (RFC 5681 4.2: at least every second).
             * @default 2
             */
            ack_every_packets: number;
            /**
             * Acknowledge the end of a burst at once
             * @description A lone packet that ends a burst (PSH) does not wait for a second one, as in Linux from 6.6
             *     on (tcp_input.c, tcp_measure_rcv_mss()); false: it does.
             * @default true
             */
            ack_pushed: boolean;
            /**
             * Delayed-ACK timer
             * @description Longest delay of an ACK (Linux: at least 40 ms).
             * @default 0.04
             */
            ack_timeout_s: number;
            /**
             * Packets acknowledged one by one at the start
             * @description The first packets of a flow are acknowledged at once, as Linux does while the advertised
             *     window opens (tcp_input.c, tcp_grow_window()); TCP_MAX_QUICKACKS alone would give 16.
             * @default 200
             */
            quick_ack_packets: number;
            /**
             * Reading rate
             * @description The application reads the payload at this rate; what it has not read takes room in a buffer
             *     of `window_bytes`, and the window closes (RFC 9293 3.8.6). Null: it reads at once.
             */
            read_rate_bps?: number | null;
            /**
             * Receive window
             * @description Limit on the payload in flight, at least one packet's. Null: no limit.
             */
            window_bytes?: number | null;
        };
        /**
         * RecoveryCode
         * @description A new recovery code; the one before is void.
         */
        RecoveryCode: {
            /** Recovery Code */
            recovery_code: string;
        };
        /**
         * RED
         * @description Random early detection: arriving packets are dropped with a probability that grows with the average queue between two thresholds.
         */
        RedQueue: {
            /**
             * Marks packets (ECN)
             * @description Packets of flows that use ECN are marked where others are dropped early; what finds no room is dropped all the same.
             * @default false
             */
            ecn: boolean;
            /**
             * Adaptive
             * @description The probability at the upper threshold moves twice a second to keep the average queue about halfway between the thresholds.
             * @default false
             */
            is_adaptive: boolean;
            /**
             * Gentle
             * @description The probability rises to 1 between the upper threshold and twice the upper threshold; otherwise it jumps to 1.
             * @default true
             */
            is_gentle: boolean;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "red";
            /**
             * Drop probability at the upper threshold
             * @description Probability of a drop with the average queue at the upper threshold.
             * @default 0.1
             */
            max_probability: number;
            /**
             * Upper threshold in lower ones
             * @description The upper threshold is so many times the lower one.
             * @default 3
             */
            max_threshold_ratio: number;
            /**
             * Lower threshold
             * @description Below this average queue nothing is dropped early.
             * @default 5
             */
            min_threshold_packets: number;
            /**
             * Weight of the present queue
             * @description How much of the difference to the present queue goes into the average at each arrival.
             * @default 0.002
             */
            weight_ratio: number;
        };
        /**
         * Replications
         * @description How often every cell runs: seeds count up from the first. All cells have the same seeds,
         *     unless a precision is wanted: then each has the first ones, and as many as it needs.
         */
        Replications: {
            /**
             * Seeds
             * @description Independent repetitions of each cell. An interval needs two; 20 is a good number.
             * @default 20
             */
            count: number;
            /**
             * Seed
             * @description Chooses the random numbers of a run: 0 to 2^53 - 1.
             * @default 1
             */
            first_seed: number;
            /**
             * Precision
             * @description Null: every cell has `count` seeds. Else it begins with so many and gets more.
             */
            precision?: components["schemas"]["Precision"] | null;
        };
        /**
         * Report
         * @description The whole card.
         */
        Report: {
            algorithm: components["schemas"]["AlgorithmChoice"];
            /** Behaviour Version */
            behaviour_version: number;
            /** Core Version */
            core_version: string;
            /** Sections */
            sections: components["schemas"]["ReportSection"][];
            /** Seed Count */
            seed_count: number;
            /** Title */
            title: string;
        };
        /**
         * ReportBaseline
         * @description The same number with a standard algorithm in the place of the tested one.
         */
        ReportBaseline: {
            /** Algorithm */
            algorithm: string;
            /** High */
            high: number | null;
            /**
             * Is Different
             * @description Whether the 95% interval of the difference, seed by seed, leaves zero out; null: unknown.
             */
            is_different: boolean | null;
            /** Low */
            low: number | null;
            /** Mean */
            mean: number | null;
            /** Title */
            title: string;
        };
        /**
         * ReportCase
         * @description A situation as it was run.
         */
        ReportCase: {
            /** Id */
            id: string;
            /** Numbers */
            numbers: components["schemas"]["ReportNumber"][];
            scenario: components["schemas"]["Scenario"];
            /** Scenario Digest */
            scenario_digest: string;
            /** Sentence */
            sentence: string;
            /** Title */
            title: string;
        };
        /**
         * ReportNumber
         * @description A number of a situation.
         */
        ReportNumber: {
            /** Baselines */
            baselines: components["schemas"]["ReportBaseline"][];
            /** Definition */
            definition: string;
            /** Display Unit */
            display_unit: string;
            /** High */
            high: number | null;
            /** Label */
            label: string;
            /** Low */
            low: number | null;
            /** Mean */
            mean: number | null;
            /** Name */
            name: string;
            /** Per Display Unit */
            per_display_unit: number;
            /** Unit */
            unit: string;
        };
        /**
         * ReportSection
         * @description A heading, and what was run for it.
         */
        ReportSection: {
            /**
             * Asks
             * @description What is looked at, in our words; null for a heading with nothing but headings below it.
             */
            asks: string | null;
            /** Cases */
            cases: components["schemas"]["ReportCase"][];
            /**
             * Not Here
             * @description What cannot be tested here, and why.
             */
            not_here: string | null;
            /** Section */
            section: string;
            /** Situations */
            situations: string[];
            /** Title */
            title: string;
        };
        /**
         * ResultRead
         * @description Everything that a run computed but its series, which are asked for by range.
         */
        ResultRead: {
            /**
             * Behaviour Version
             * @description Results of equal scenario digest, seed and behaviour version are equal, whatever the core version; null: a file from before behaviour was counted.
             */
            behaviour_version?: number | null;
            /** Core Version */
            core_version: string;
            /** Events Truncated */
            events_truncated: boolean;
            /** Flows */
            flows: components["schemas"]["FlowRead"][];
            link: components["schemas"]["LinkRead"];
            /**
             * Links
             * @description Every link, the bottleneck first; null: there is no other one.
             */
            links?: components["schemas"]["PathLinkRead"][] | null;
            /** Sample Count */
            sample_count: number;
            /** Sample Interval S */
            sample_interval_s: number;
            /** Scenario Digest */
            scenario_digest: string;
            /** Seed */
            seed: number;
            /** Series Digest */
            series_digest: string;
            /** Simulated Packets */
            simulated_packets: number;
            summary: components["schemas"]["SummaryRead"];
            /** Summary Digest */
            summary_digest: string;
            /** @description null: no flow sends transfers. */
            transfers?: components["schemas"]["TransfersRead"] | null;
            window: components["schemas"]["MeasurementWindow"];
        };
        /**
         * RoundRead
         * @description One round of a game. What it hides is null until its guess is stored.
         */
        RoundRead: {
            /** Algorithm */
            algorithm: string | null;
            /** Guess */
            guess: string | null;
            /**
             * Index
             * @description From 0.
             */
            index: number;
        };
        /**
         * RoundSeriesRead
         * @description The same with what may be seen.
         */
        RoundSeriesRead: {
            /** Algorithm */
            algorithm: string | null;
            /**
             * Buffer Bytes
             * @description Of the link; null until the run is done.
             */
            buffer_bytes: number | null;
            /** Duration S */
            duration_s: number;
            /** Guess */
            guess: string | null;
            /**
             * Index
             * @description From 0.
             */
            index: number;
            /**
             * Run Id
             * @description null until the guess is stored, or not kept.
             */
            run_id: string | null;
            /** @description null: not begun. */
            series: components["schemas"]["GameSeries"] | null;
            /** Simulated S */
            simulated_s: number;
            /**
             * Status
             * @description Of its run; null: not begun, or not kept.
             */
            status: ("queued" | "running" | "done" | "failed" | "cancelled") | null;
        };
        /**
         * RunCreate
         * @description Ask for a run. The same scenario and seed are computed once; asking again costs nothing.
         */
        RunCreate: {
            /**
             * Forked From
             * @description What the scenario was made from, in words.
             */
            forked_from?: string | null;
            /**
             * Name
             * @description For people; null: the scenario's name.
             */
            name?: string | null;
            /**
             * Queue
             * @description null: interactive if the predicted packets allow it, else batch.
             */
            queue?: ("interactive" | "batch") | null;
            scenario: components["schemas"]["Scenario"];
            /**
             * Seed
             * @description Chooses the random numbers of a run: 0 to 2^53 - 1.
             * @default 1
             */
            seed: number;
        };
        /**
         * RunError
         * @description Why a run failed, with what it takes to repeat it.
         */
        RunError: {
            /**
             * Code
             * @description simulation_failed, attempts_exhausted or disk_full.
             */
            code: string;
            /** Core Version */
            core_version: string | null;
            /** Message */
            message: string;
            /** Seed */
            seed: number;
        };
        /**
         * RunEventRead
         * @description The data of one event. It carries the whole state, so that the newest one is enough.
         */
        RunEventRead: {
            /** Attempt */
            attempt: number;
            /** Duration S */
            duration_s: number;
            error: components["schemas"]["RunError"] | null;
            /**
             * Run Id
             * Format: uuid
             */
            run_id: string;
            /** Sample Count */
            sample_count: number;
            /**
             * Seq
             * @description Counts from 1 in each run, without gaps.
             */
            seq: number;
            /** Simulated S */
            simulated_s: number;
            /**
             * Status
             * @enum {string}
             */
            status: "queued" | "running" | "done" | "failed" | "cancelled";
        };
        /**
         * RunListed
         * @description A run in a list: its result in some dozen numbers, never the result itself.
         */
        RunListed: {
            /**
             * Attempt
             * @description 0 while it waits for the first time.
             */
            attempt: number;
            /**
             * Behaviour Version
             * @description Of its result; null: it has none.
             */
            behaviour_version: number | null;
            /** Core Version */
            core_version: string | null;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            error: components["schemas"]["RunError"] | null;
            /** Finished At */
            finished_at: string | null;
            /**
             * Forked From
             * @description In words; null: nobody said.
             */
            forked_from: string | null;
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /**
             * Is Shared
             * @description It belongs to a link, and nobody can change it.
             */
            is_shared: boolean;
            /** Name */
            name: string;
            /**
             * Overview
             * @description null until it is done, and for results older than overviews.
             */
            overview: components["schemas"]["OverviewRead"] | null;
            /** Predicted Packets */
            predicted_packets: number;
            progress: components["schemas"]["RunProgress"];
            /**
             * Queue
             * @enum {string}
             */
            queue: "interactive" | "batch";
            /** Result */
            result: components["schemas"]["ResultRead"] | null;
            scenario: components["schemas"]["Scenario"];
            /** Scenario Digest */
            scenario_digest: string;
            /** Seed */
            seed: number;
            /** Started At */
            started_at: string | null;
            /**
             * Status
             * @enum {string}
             */
            status: "queued" | "running" | "done" | "failed" | "cancelled";
        };
        /**
         * RunPage
         * @description Runs of one owner.
         */
        RunPage: {
            /** Items */
            items: components["schemas"]["RunListed"][];
            /**
             * Next Cursor
             * @description Give it as `cursor`; null on the last page.
             */
            next_cursor: string | null;
        };
        /**
         * RunProgress
         * @description How far the present attempt is. `sample_count` samples of the series can be read.
         */
        RunProgress: {
            /** Duration S */
            duration_s: number;
            /** Sample Count */
            sample_count: number;
            /** Simulated S */
            simulated_s: number;
        };
        /**
         * RunRead
         * @description A run. `result` is there when `status` is done, and never in a list of runs.
         */
        RunRead: {
            /**
             * Attempt
             * @description 0 while it waits for the first time.
             */
            attempt: number;
            /**
             * Behaviour Version
             * @description Of its result; null: it has none.
             */
            behaviour_version: number | null;
            /** Core Version */
            core_version: string | null;
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            error: components["schemas"]["RunError"] | null;
            /** Finished At */
            finished_at: string | null;
            /**
             * Forked From
             * @description In words; null: nobody said.
             */
            forked_from: string | null;
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /**
             * Is Shared
             * @description It belongs to a link, and nobody can change it.
             */
            is_shared: boolean;
            /** Name */
            name: string;
            /** Predicted Packets */
            predicted_packets: number;
            progress: components["schemas"]["RunProgress"];
            /**
             * Queue
             * @enum {string}
             */
            queue: "interactive" | "batch";
            /** Result */
            result: components["schemas"]["ResultRead"] | null;
            scenario: components["schemas"]["Scenario"];
            /** Scenario Digest */
            scenario_digest: string;
            /** Seed */
            seed: number;
            /** Started At */
            started_at: string | null;
            /**
             * Status
             * @enum {string}
             */
            status: "queued" | "running" | "done" | "failed" | "cancelled";
        };
        /**
         * RunRename
         * @description Another name for a run.
         */
        RunRename: {
            /**
             * Name
             * @description For people; may be empty.
             */
            name: string;
        };
        /**
         * Scenario
         * @description What is simulated. With a seed and the behaviour of the core, it determines the result.
         *
         *     Only `duration_s`, `bottleneck.rate_bps` and each flow's `rtt_s` and `algorithm.name` have no
         *     default.
         */
        Scenario: {
            /** @description The link where packets queue. */
            bottleneck: components["schemas"]["Bottleneck"];
            /**
             * Duration
             * @description Simulated time.
             */
            duration_s: number;
            /**
             * Flow groups
             * @description Flow groups. Flows are numbered consecutively, group after group.
             */
            flows: components["schemas"]["FlowGroup"][];
            /**
             * Headers
             * @description Headers of each packet; the rest is payload (IPv4 20 + TCP 20 + timestamps 12).
             * @default 52
             */
            header_bytes: number;
            /**
             * Further links
             * @description Further links, for several bottlenecks or a way back that has one.
             * @default []
             */
            links: components["schemas"]["Link"][];
            /**
             * Name
             * @description For display only; not part of the digest.
             * @default
             */
            name: string;
            /**
             * Packet size
             * @description Size on the wire, headers included.
             * @default 1500
             */
            packet_bytes: number;
            /**
             * Sample interval
             * @description Interval of the series. Summaries use all packets, whatever the interval.
             * @default 0.1
             */
            sample_interval_s: number;
            /**
             * Start jitter
             * @description Each flow starts up to this much later than its `start_s`: uniform, from the seed.
             * @default 0.1
             */
            start_jitter_s: number;
            /**
             * @description Settings of all senders.
             * @default {
             *       "host_jitter_s": 0.00002,
             *       "initial_window_packets": 10,
             *       "min_rto_s": 0.2,
             *       "send_quantum": "linux",
             *       "send_quantum_packets": 1,
             *       "window_pacing": false
             *     }
             */
            transport: components["schemas"]["Transport"];
            /**
             * Version of the schema
             * @description Always 1.
             * @default 1
             * @constant
             */
            version: 1;
            /**
             * Warm-up
             * @description Excluded from the summaries, but not from the series. Below `duration_s`.
             * @default 0
             */
            warmup_s: number;
        };
        /**
         * ScenarioCheck
         * @description A scenario to check without running it.
         */
        ScenarioCheck: {
            scenario: components["schemas"]["Scenario"];
        };
        /**
         * ScenarioChecked
         * @description It is valid. This is what follows from it.
         */
        ScenarioChecked: {
            derived: components["schemas"]["Derived"];
            /**
             * Predicted Packets
             * @description Packets that the bottleneck would carry.
             */
            predicted_packets: number;
            /** Scenario Digest */
            scenario_digest: string;
        };
        /**
         * SeedArm
         * @description One setting under all seeds of an answer.
         */
        SeedArm: {
            /**
             * Buffer Bytes
             * @description null before any seed is known.
             */
            buffer_bytes: number | null;
            /** @description null before any seed is known. */
            curves: components["schemas"]["SeedCurves"] | null;
            /** Results */
            results: components["schemas"]["SeedResult"][];
            /** Scenario Digest */
            scenario_digest: string;
        };
        /**
         * SeedCurves
         * @description Curves over all seeds of an answer. Point i covers (i * point_s, (i + 1) * point_s].
         */
        SeedCurves: {
            /** Point S */
            point_s: number;
            queue_bytes: components["schemas"]["MeanCurve"];
            /**
             * Throughputs Bps
             * @description Of every group, its flows added up.
             */
            throughputs_bps: components["schemas"]["MeanCurve"][];
        };
        /**
         * SeedResult
         * @description What one seed gave under one setting.
         */
        SeedResult: {
            /** Mean Queue Bytes */
            mean_queue_bytes: number;
            /** Seed */
            seed: number;
            /**
             * Throughput Ratio
             * @description Of the first group over the second, as results have it; null where a flow got nothing.
             */
            throughput_ratio: number | null;
            /**
             * Throughputs Bps
             * @description Of every group, its flows added up, over the measurement window.
             */
            throughputs_bps: number[];
        };
        /**
         * SeedTally
         * @description In how many seeds something holds, seed beside seed.
         */
        SeedTally: {
            /** Count */
            count: number;
            /**
             * Probability
             * @description Of a count at least as far from one half if both sides were equally likely: sign test. Null
             *     where only the count was kept.
             */
            probability: number | null;
            /** Seed Count */
            seed_count: number;
            /** What */
            what: string;
        };
        /**
         * SeedsTogether
         * @description Numbers and curves are of the same seeds: those that are known under every setting.
         */
        SeedsTogether: {
            /**
             * Arms
             * @description In the order of the question.
             */
            arms: components["schemas"]["SeedArm"][];
            /**
             * Behaviour Version
             * @description null: no simulator has been here yet, and nothing of these settings is shipped.
             */
            behaviour_version: number | null;
            /**
             * Core Version
             * @description Of the simulator that computed the first of them.
             */
            core_version: string | null;
            /**
             * Missing
             * @description Asked for, and not known yet under every setting.
             */
            missing: number[];
            /**
             * Seeds
             * @description Known under every setting, in order.
             */
            seeds: number[];
        };
        /**
         * SeedsWanted
         * @description Settings that are looked at together, and seeds.
         */
        SeedsWanted: {
            /** Scenarios */
            scenarios: components["schemas"]["Scenario"][];
            /** Seeds */
            seeds: number[];
        };
        /**
         * SentencePart
         * @description A piece of a sentence.
         */
        SentencePart: {
            /**
             * Is Number
             * @description It was measured.
             * @default false
             */
            is_number: boolean;
            /** Text */
            text: string;
        };
        /**
         * SeriesRead
         * @description Samples `[from_s, to_s]` in buckets of `bucket_samples`; `time_s` is each bucket's end.
         */
        SeriesRead: {
            /** Bucket Samples */
            bucket_samples: number;
            /**
             * Complete
             * @description No more samples will come.
             */
            complete: boolean;
            /** From S */
            from_s: number;
            /**
             * Run Id
             * Format: uuid
             */
            run_id: string;
            /**
             * Sample Count
             * @description Samples stored so far.
             */
            sample_count: number;
            /** Sample Interval S */
            sample_interval_s: number;
            /** Subjects */
            subjects: components["schemas"]["SubjectRead"][];
            /** Time S */
            time_s: number[];
            /** To S */
            to_s: number;
        };
        /**
         * SettingDifference
         * @description A setting in which the scenarios differ.
         */
        SettingDifference: {
            /**
             * Path
             * @description Dotted, e.g. `flows.0.algorithm.name`.
             */
            path: string;
            /**
             * Values
             * @description By item; null: it has no such setting.
             */
            values: components["schemas"]["JsonValue"][];
        };
        /**
         * SetupFact
         * @description One line of the paper's setting, and ours.
         */
        SetupFact: {
            /** Label */
            label: string;
            /** Ours */
            ours: string;
            /** Paper */
            paper: string;
        };
        /**
         * Share
         * @description What a group of flows got of all throughput, in the run that is drawn.
         */
        Share: {
            /** Fair Share */
            fair_share: number;
            /** Label */
            label: string;
            /** Share */
            share: number;
        };
        /**
         * ShareCreate
         * @description Ask for a link to what is finished: runs side by side, a comparison or an experiment.
         */
        ShareCreate: {
            /**
             * Baseline Index
             * @default 0
             */
            baseline_index: number;
            /**
             * Experiment Id
             * @description Of kind `experiment`; done.
             */
            experiment_id?: string | null;
            /**
             * Expires In Days
             * @description null: until it is revoked.
             */
            expires_in_days?: number | null;
            /**
             * Is Embeddable
             * @description Whether /embed/ may show it inside of other pages.
             * @default true
             */
            is_embeddable: boolean;
            /**
             * Items
             * @description Of kind `comparison`.
             */
            items?: components["schemas"]["ComparedPart"][];
            /**
             * Kind
             * @default runs
             * @enum {string}
             */
            kind: "runs" | "comparison" | "experiment";
            /**
             * Note
             * @description Plain text.
             * @default
             */
            note: string;
            /**
             * Run Ids
             * @description In the order of the page; all of them done.
             */
            run_ids?: string[];
            /**
             * Title
             * @default
             */
            title: string;
            /**
             * Traces
             * @description Of kind `runs`: measurements beside the first run, at most 60000 numbers in all. Needs an owner.
             */
            traces?: components["schemas"]["SharedTrace"][];
            /**
             * View
             * @description The page's address parameters without the question mark; runs are named by their place in `run_ids`.
             * @default
             */
            view: string;
        };
        /**
         * ShareList
         * @description The owner's links, newest first.
         */
        ShareList: {
            /** Items */
            items: components["schemas"]["ShareListed"][];
        };
        /**
         * ShareListed
         * @description A link as its owner sees it.
         */
        ShareListed: {
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /** Expires At */
            expires_at: string | null;
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Is Embeddable */
            is_embeddable: boolean;
            /**
             * Kind
             * @enum {string}
             */
            kind: "runs" | "comparison" | "experiment";
            /** Note */
            note: string;
            /**
             * State
             * @enum {string}
             */
            state: "open" | "expired" | "revoked";
            /** Title */
            title: string;
            /**
             * Trace Count
             * @description Measured traces in it.
             */
            trace_count: number;
        };
        /**
         * ShareMade
         * @description A new link. The token is told this once.
         */
        ShareMade: {
            /** Embed Path */
            embed_path: string | null;
            /** Expires At */
            expires_at: string | null;
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /**
             * Path
             * @description The page behind the server's address.
             */
            path: string;
            /** Token */
            token: string;
        };
        /**
         * ShareRead
         * @description What a link shows. Its runs and experiments are its own: under their ids everything that
         *     there is of them can be read while the link is open, and nobody can change them.
         */
        ShareRead: {
            /** Baseline Index */
            baseline_index: number;
            /**
             * Behaviour Versions
             * @description Of these cores, each once.
             */
            behaviour_versions: number[];
            /**
             * Core Versions
             * @description Those that computed it.
             */
            core_versions: string[];
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /**
             * Experiment Id
             * @description Of kind `experiment`.
             */
            experiment_id: string | null;
            /** Expires At */
            expires_at: string | null;
            /** Is Embeddable */
            is_embeddable: boolean;
            /** Is Mine */
            is_mine: boolean;
            /**
             * Items
             * @description Of kind `comparison`.
             */
            items: components["schemas"]["SharedPart"][];
            /**
             * Kind
             * @enum {string}
             */
            kind: "runs" | "comparison" | "experiment";
            /** Note */
            note: string;
            /**
             * Runs
             * @description Of kind `runs`; else read them by their ids.
             */
            runs: components["schemas"]["RunRead"][];
            /** Title */
            title: string;
            /**
             * Trace Count
             * @description Measured traces beside its first run.
             */
            trace_count: number;
            /** View */
            view: string;
        };
        /**
         * SharedPart
         * @description What stands beside others in a shared comparison, by the ids that the link has for it.
         */
        SharedPart: {
            /**
             * Cell Digest
             * @description scenario_digest of the cell.
             */
            cell_digest: string | null;
            /** Cell Index */
            cell_index: number | null;
            /** Experiment Id */
            experiment_id: string | null;
            /** Label */
            label: string;
            /** Run Ids */
            run_ids: string[];
        };
        /**
         * SharedTrace
         * @description A measurement beside the first run of a link.
         */
        SharedTrace: {
            /** Flows */
            flows: components["schemas"]["TraceFlow"][];
            /** Name */
            name: string;
            /**
             * Offset S
             * @description Added to the times of the trace to get those of the simulation.
             * @default 0
             */
            offset_s: number;
            /**
             * Source
             * @enum {string}
             */
            source: "iperf3" | "ss" | "qlog" | "series";
            /**
             * Thinned To S
             * @description The values are means over about so long; null: they are as measured.
             */
            thinned_to_s?: number | null;
        };
        /**
         * SharedTraces
         * @description The measurements of a link.
         */
        SharedTraces: {
            /** Items */
            items: components["schemas"]["SharedTrace"][];
        };
        /**
         * ShippedPreset
         * @description A preset with all of its seeds. Nothing is simulated to show it.
         */
        ShippedPreset: {
            /** Numbers */
            numbers: components["schemas"]["PresetNumberValues"][];
            preset: components["schemas"]["Preset"];
            /** @description Its variants in their order. */
            together: components["schemas"]["SeedsTogether"];
        };
        /**
         * Shown
         * @description How a number is written: `value * factor` with `digits` after the point, then the unit.
         */
        Shown: {
            /** Digits */
            digits: number;
            /** Factor */
            factor: number;
            /**
             * Unit
             * @description May be empty.
             */
            unit: string;
        };
        /**
         * SnapshotRead
         * @description Answers as they were, without names.
         */
        SnapshotRead: {
            content: components["schemas"]["StepBoardRead"];
            /**
             * Created At
             * Format: date-time
             */
            created_at: string;
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Step Id */
            step_id: string;
            /** Title */
            title: string;
        };
        /**
         * SnapshotWrite
         * @description Keep the answers to a step as they are.
         */
        SnapshotWrite: {
            /** Step Id */
            step_id: string;
            /** Title */
            title: string;
        };
        /**
         * SpeedOfSize
         * @description Runs of about one size: their predicted packets lie in [from_packets, 2 x from_packets).
         */
        SpeedOfSize: {
            /** From Packets */
            from_packets: number;
            /**
             * Packets Per S
             * @description Median over these runs of predicted packets by wall time, from the claim by a worker to the stored result.
             */
            packets_per_s: number;
            /** Run Count */
            run_count: number;
        };
        /**
         * SpeedRead
         * @description Measured speed by size: a small run is mostly start and storage, a large one the core.
         */
        SpeedRead: {
            /** Behaviour Version */
            behaviour_version: number | null;
            /** Core Version */
            core_version: string | null;
            /**
             * Sizes
             * @description By size; empty before anything was computed.
             */
            sizes: components["schemas"]["SpeedOfSize"][];
        };
        /**
         * StateGroup
         * @description States that the drawing frames together.
         */
        StateGroup: {
            /** Name */
            name: string;
            /** Phases */
            phases: string[];
        };
        /**
         * StateMachine
         * @description The states of an algorithm as its public source describes them.
         */
        StateMachine: {
            /** Groups */
            groups: components["schemas"]["StateGroup"][];
            /** Source */
            source: string;
            /**
             * States
             * @description The first is the one that a connection begins in.
             */
            states: components["schemas"]["MachineState"][];
            /** Transitions */
            transitions: components["schemas"]["Transition"][];
        };
        /**
         * StepBoardRead
         * @description A class at one step.
         */
        StepBoardRead: {
            /** Answers */
            answers: components["schemas"]["ClassAnswer"][];
            /**
             * Feedback
             * @description Of a wall and of snapshots: none.
             */
            feedback?: components["schemas"]["StudentFeedback"][];
            game?: components["schemas"]["GameBoard"] | null;
            map: components["schemas"]["MapRead"] | null;
            /** Runs */
            runs: components["schemas"]["ClassRun"][];
            /** Step Id */
            step_id: string;
            /**
             * Tally
             * @description Of pick, choice and order.
             */
            tally: components["schemas"]["Tallied"][];
            truth: components["schemas"]["Truth"];
        };
        /**
         * Step marking
         * @description First in, first out; packets of flows that use ECN are marked while the queue is above a threshold, others are dropped when there is no room.
         */
        StepQueue: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "step";
            /**
             * What the threshold measures
             * @description packets: waiting packets as one arrives, as DCTCP's switches count; sojourn: how long a packet has waited as it leaves, as for L4S.
             * @default packets
             * @enum {string}
             */
            threshold: "packets" | "sojourn";
            /**
             * Threshold K
             * @description Only with packets: an arriving packet is marked if more than so many wait with it.
             * @default 65
             */
            threshold_packets: number;
            /**
             * Threshold of the wait
             * @description Only with sojourn: what has waited longer is marked.
             * @default 0.001
             */
            threshold_s: number;
        };
        /**
         * Strata
         * @description A number condition by condition.
         */
        Strata: {
            /**
             * Average Reason
             * @description The paper's words that make it an average.
             */
            average_reason: string | null;
            /**
             * Axes
             * @description What differs between them.
             */
            axes: string[];
            counts: components["schemas"]["VerdictCounts"];
            /**
             * Decides
             * @description The verdict is theirs; else the paper's number is itself an average over them.
             */
            decides: boolean;
            /** Items */
            items: components["schemas"]["Stratum"][];
        };
        /**
         * Stratum
         * @description One of the conditions that a claim covers.
         */
        Stratum: {
            /** Cause */
            cause: ("few_seeds" | "on_bound") | null;
            estimate: components["schemas"]["PaperEstimate"] | null;
            /**
             * Label
             * @description Its points: `2 ms, 1 of 10`.
             */
            label: string;
            /**
             * Verdict
             * @enum {string}
             */
            verdict: "within" | "mixed" | "outside" | "cannot_tell" | "not_checkable" | "not_computed";
        };
        /**
         * StudentFeedback
         * @description What a teacher has said to one student.
         */
        StudentFeedback: {
            /**
             * Points
             * @description Given by hand; null: as marked automatically.
             */
            points: number | null;
            /**
             * Student Id
             * Format: uuid
             */
            student_id: string;
            /** Text */
            text: string;
        };
        /**
         * StudentPatch
         * @description What is left out stays; section null: none.
         */
        StudentPatch: {
            /** Alias */
            alias?: string | null;
            /** Is Approved */
            is_approved?: boolean | null;
            /** Section */
            section?: string | null;
        };
        /**
         * StudentRead
         * @description A row of the board.
         */
        StudentRead: {
            /**
             * Alias
             * @description null: names are hidden.
             */
            alias: string | null;
            /** Asks Help */
            asks_help: boolean;
            /** At Step Id */
            at_step_id: string | null;
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /**
             * Identifier Number
             * @description Place in the list of identifiers, from 1; null: none, or names are hidden.
             */
            identifier_number: number | null;
            /** Is Approved */
            is_approved: boolean;
            /**
             * Is Stuck
             * @description At a step for more than three times its minutes, or five runs missed a goal.
             */
            is_stuck: boolean;
            /**
             * Joined At
             * Format: date-time
             */
            joined_at: string;
            /**
             * Last Seen At
             * Format: date-time
             */
            last_seen_at: string;
            /** Number */
            number: number;
            /** Points */
            points: number;
            /** Section */
            section: string | null;
            /** Steps */
            steps: {
                [key: string]: components["schemas"]["StudentStep"];
            };
        };
        /**
         * StudentStep
         * @description One student at one step.
         */
        StudentStep: {
            /**
             * Attempt Count
             * @description Runs; of a game its guesses.
             */
            attempt_count: number;
            /**
             * Points
             * @description null: nobody has marked it.
             */
            points: number | null;
            /**
             * State
             * @description done: answered or run, and nobody has said whether it is right. A goal that is still missed is `working`.
             * @enum {string}
             */
            state: "none" | "working" | "done" | "right" | "wrong";
        };
        /**
         * SubjectRead
         * @description The columns of one flow or link, or of all flows of one group.
         */
        SubjectRead: {
            /** Columns */
            columns: {
                [key: string]: components["schemas"]["ColumnRead"];
            };
            /** Index */
            index: number;
            /**
             * Subject
             * @enum {string}
             */
            subject: "flow" | "link" | "group";
        };
        /**
         * SummaryRead
         * @description Link, fairness and totals over the window. Ratios are group 0 over group 1.
         */
        SummaryRead: {
            /**
             * Dropped Packets
             * @description Packets of all flows that the queue dropped in the window.
             */
            dropped_packets: number;
            /**
             * Goodput Bps
             * @description Payload bits of all flows that reach the receivers for the first time in the window, divided by the window's length.
             */
            goodput_bps: number | null;
            /**
             * Goodput Jain Index
             * @description (Σx)² / (n Σx²) of each flow's mean goodput over its window: 1 is equal, 1/n is one flow alone (Jain, Chiu, Hawe, DEC TR-301, 1984).
             */
            goodput_jain_index: number | null;
            /**
             * Goodput Ratio
             * @description Mean goodput of the flows of group 0 over that of group 1.
             */
            goodput_ratio: number | null;
            /**
             * Goodput Stdr
             * @description (a - b) / (a + b) with a, b the mean goodput of groups 0 and 1: 1 if group 0 has all, -1 if group 1 has (Sensors 2025, 25, 5374).
             */
            goodput_stdr: number | null;
            /**
             * Jain Index
             * @description (Σx)² / (n Σx²) of each flow's mean throughput over its window: 1 is equal, 1/n is one flow alone (Jain, Chiu, Hawe, DEC TR-301, 1984).
             */
            jain_index: number | null;
            /**
             * Jain Second Count
             * @description Number of seconds of the window in which all flows are active throughout.
             */
            jain_second_count: number;
            /**
             * Marked Packets
             * @description Packets of all flows that the queue marked (ECN) in the window.
             */
            marked_packets?: number | null;
            /**
             * Max Queue Bytes
             * @description Longest queue in bytes, the packet in service excluded.
             */
            max_queue_bytes: number | null;
            /**
             * Mean 1S Goodput Jain Index
             * @description (Σx)² / (n Σx²) of the flows' goodput within each second, averaged over the seconds of the window in which all flows are active throughout; lower than over the whole window if shares fluctuate (Jain, Chiu, Hawe, DEC TR-301, 1984).
             */
            mean_1s_goodput_jain_index: number | null;
            /**
             * Mean 1S Goodput Ratio
             * @description Mean over seconds of group 0's goodput over group 1's within the second; seconds of the window in which all flows are active throughout.
             */
            mean_1s_goodput_ratio: number | null;
            /**
             * Mean 1S Jain Index
             * @description (Σx)² / (n Σx²) of the flows' throughput within each second, averaged over the seconds of the window in which all flows are active throughout; lower than over the whole window if shares fluctuate (Jain, Chiu, Hawe, DEC TR-301, 1984).
             */
            mean_1s_jain_index: number | null;
            /**
             * Mean 1S Throughput Ratio
             * @description Mean over seconds of group 0's throughput over group 1's within the second; seconds of the window in which all flows are active throughout.
             */
            mean_1s_throughput_ratio: number | null;
            /**
             * Mean Queue Bytes
             * @description Mean over time of the bytes queued at the bottleneck, the packet in service excluded.
             */
            mean_queue_bytes: number | null;
            /**
             * Min 1S Goodput Jain Index
             * @description (Σx)² / (n Σx²) of the flows' goodput in the least equal second of the window in which all flows are active throughout (Jain, Chiu, Hawe, DEC TR-301, 1984).
             */
            min_1s_goodput_jain_index: number | null;
            /**
             * Min 1S Jain Index
             * @description (Σx)² / (n Σx²) of the flows' throughput in the least equal second of the window in which all flows are active throughout (Jain, Chiu, Hawe, DEC TR-301, 1984).
             */
            min_1s_jain_index: number | null;
            /**
             * P50 Queue Bytes
             * @description Queue length not exceeded half of the time; from a logarithmic histogram, error at most 1 %.
             */
            p50_queue_bytes: number | null;
            /**
             * P95 Queue Bytes
             * @description Queue length not exceeded 95 % of the time; from a logarithmic histogram, error at most 1 %.
             */
            p95_queue_bytes: number | null;
            /**
             * P99 Queue Bytes
             * @description Queue length not exceeded 99 % of the time; from a logarithmic histogram, error at most 1 %.
             */
            p99_queue_bytes: number | null;
            /**
             * Randomly Lost Packets
             * @description Packets of all flows lost at random in the window; lost ACKs are not counted.
             */
            randomly_lost_packets: number;
            /**
             * Retransmit Ratio
             * @description Retransmissions divided by all transmissions, over all flows.
             */
            retransmit_ratio: number | null;
            /**
             * Throughput Bps
             * @description Bits on the wire of all flows that reach the receivers in the window, headers and duplicates included, divided by the window's length.
             */
            throughput_bps: number | null;
            /**
             * Throughput Ratio
             * @description Mean throughput of the flows of group 0 over that of group 1.
             */
            throughput_ratio: number | null;
            /**
             * Throughput Stdr
             * @description (a - b) / (a + b) with a, b the mean throughput of groups 0 and 1: 1 if group 0 has all, -1 if group 1 has (Sensors 2025, 25, 5374).
             */
            throughput_stdr: number | null;
            /**
             * Transmitted Packets
             * @description Packets of all flows that the bottleneck transmitted in the window.
             */
            transmitted_packets: number;
            /**
             * Utilisation Ratio
             * @description Share of the window in which the bottleneck transmits; where its rate changes, what it sent of what it could have sent.
             */
            utilisation_ratio: number | null;
        };
        /**
         * Switch
         * @description The main case under every combination of the choices that were computed.
         */
        Switch: {
            /** Choice Counts */
            choice_counts: number[];
            /** Default Index */
            default_index: number;
            /** Experiment Key */
            experiment_key: string;
            /** Question Ids */
            question_ids: string[];
            /** Rows */
            rows: components["schemas"]["SwitchRow"][];
            /**
             * Seed Counts
             * @description By combination, as the arrays of the rows.
             */
            seed_counts: number[];
        };
        /**
         * SwitchRow
         * @description A number of the main case under every combination of choices.
         *
         *     The arrays are row-major over the questions in `Switch.question_ids`, the last fastest.
         */
        SwitchRow: {
            /** Arm */
            arm: string;
            /** Claim Id */
            claim_id: string;
            /** Figure */
            figure: string;
            /** High */
            high: (number | null)[];
            /** Low */
            low: (number | null)[];
            /** Mean */
            mean: (number | null)[];
            published: components["schemas"]["PublishedNumber"];
            shown: components["schemas"]["Shown"];
            /**
             * Tally Counts
             * @description Of a number that is counted seed by seed: in how many of the switch's seeds it holds.
             */
            tally_counts: (number | null)[] | null;
            /** Tally What */
            tally_what: string | null;
            tolerance: components["schemas"]["Tolerance"];
            /** Verdicts */
            verdicts: ("within" | "mixed" | "outside" | "cannot_tell" | "not_checkable" | "not_computed")[];
            /** What */
            what: string;
        };
        /**
         * Tallied
         * @description How many gave one answer.
         */
        Tallied: {
            /** Count */
            count: number;
            /** Is Right */
            is_right: boolean | null;
            /** Label */
            label: string;
        };
        /**
         * TeacherJoin
         * @description Another browser becomes a teacher's.
         */
        TeacherJoin: {
            /** Name */
            name?: string | null;
            /** Teacher Key */
            teacher_key: string;
        };
        /**
         * TeacherKey
         * @description A teacher's key, shown once.
         */
        TeacherKey: {
            /** Teacher Key */
            teacher_key: string;
        };
        /**
         * TeacherRead
         * @description A teacher of a class.
         */
        TeacherRead: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Is Me */
            is_me: boolean;
            /** Name */
            name: string;
        };
        /**
         * Thumbnail
         * @description The run that is drawn, thinned.
         */
        Thumbnail: {
            /**
             * Interval S
             * @description Value i covers (i * interval_s, (i + 1) * interval_s].
             */
            interval_s: number;
            /** Lines */
            lines: components["schemas"]["ThumbnailLine"][];
            /**
             * Metric
             * @description `throughput_bps` or `rtt_s`.
             */
            metric: string;
            /**
             * Reference
             * @description The groups' fair share, or the lowest base RTT; null where there is no common one.
             */
            reference: number | null;
            /**
             * Top
             * @description Where the drawing ends: capacity, or the RTT with a full buffer.
             */
            top: number;
        };
        /**
         * ThumbnailLine
         * @description A curve: the throughput of a group's flows together, or their mean RTT.
         */
        ThumbnailLine: {
            /** Group Index */
            group_index: number;
            /** Label */
            label: string;
            /**
             * Values
             * @description The mean of each interval; null before the flow starts.
             */
            values: (number | null)[];
        };
        /**
         * TimelineRead
         * @description What lies in the range asked for. A phase is listed once it has ended.
         */
        TimelineRead: {
            /**
             * Complete
             * @description No more will come.
             */
            complete: boolean;
            /** Events */
            events: components["schemas"]["EventRead"][];
            /** Phases */
            phases: components["schemas"]["PhaseRead"][];
            /**
             * Run Id
             * Format: uuid
             */
            run_id: string;
        };
        /**
         * Tolerance
         * @description Within which bounds we call it reproduced.
         */
        Tolerance: {
            /** Maximum */
            maximum: number | null;
            /** Minimum */
            minimum: number | null;
            /** Reason */
            reason: string;
            /**
             * Text
             * @description The bounds in words, as the number is shown: `1.25 to 1.63`.
             */
            text: string;
        };
        /**
         * TraceColumns
         * @description What was measured of a flow; all columns are as long as the times.
         */
        TraceColumns: {
            /** Cwnd Bytes */
            cwnd_bytes?: (number | null)[] | null;
            /**
             * Retransmitted Packets
             * @description In the time since the value before.
             */
            retransmitted_packets?: (number | null)[] | null;
            /** Rtt S */
            rtt_s?: (number | null)[] | null;
            /**
             * Throughput Bps
             * @description Payload.
             */
            throughput_bps?: (number | null)[] | null;
            /**
             * Time S
             * @description Since the start of the trace, never falling. A value is of the time up to it.
             */
            time_s: number[];
        };
        /**
         * TraceFlow
         * @description One connection of a trace.
         */
        TraceFlow: {
            /**
             * Algorithm
             * @description As the source calls it.
             */
            algorithm?: string | null;
            columns: components["schemas"]["TraceColumns"];
            /**
             * Group Index
             * @description The flow group that it stands for; null: it is not shown.
             */
            group_index?: number | null;
            /** Label */
            label: string;
            /** Min Rtt S */
            min_rtt_s?: number | null;
        };
        /**
         * Transfers
         * @description Transfers of one size over one connection, each some time after the one before.
         */
        TransferTraffic: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "transfer";
            /**
             * Size
             * @description Payload of a transfer; it is sent in whole packets.
             * @default 1000000
             */
            size_bytes: number;
            /**
             * Think times
             * @description Each think time alike, or drawn with this mean from the seed.
             * @default fixed
             * @enum {string}
             */
            think_distribution: "fixed" | "exponential";
            /**
             * Think time
             * @description Time from the last ACK of a transfer to the next one.
             * @default 1
             */
            think_s: number;
            /**
             * Transfers
             * @description So many transfers one after the other.
             * @default 1
             */
            transfer_count: number;
        };
        /**
         * TransfersRead
         * @description Transfers of all flows, flow by flow in the order in which they began: equally long lists.
         */
        TransfersRead: {
            /**
             * Acknowledged S
             * @description Until the sender had read the last ACK; null: not before the run ended.
             */
            acknowledged_s: (number | null)[];
            /**
             * Completion S
             * @description Until its last byte was at the receiver; null: not before the run ended.
             */
            completion_s: (number | null)[];
            /** Flow Index */
            flow_index: number[];
            /**
             * Size Bytes
             * @description Payload.
             */
            size_bytes: number[];
            /**
             * Start S
             * @description When it was asked for.
             */
            start_s: number[];
            /**
             * Transfer Count
             * @description Of the run; the lists end after the first 20,000.
             */
            transfer_count: number;
        };
        /**
         * Transition
         * @description What leads from a state to another.
         */
        Transition: {
            /**
             * From State
             * @description A state; `*` for any other state; or a group that holds `to_state`: any other of its
             *     states.
             */
            from_state: string;
            /**
             * Number At Ratio
             * @description Where the number stands on the arrow: 0 at its start, 1 at its tip.
             */
            number_at_ratio: number;
            /**
             * To State
             * @description A state, or a group: any of its states.
             */
            to_state: string;
            /**
             * When
             * @description The condition in words, with default numbers.
             */
            when: string;
        };
        /**
         * Transport
         * @description The TCP sender below the congestion control, the same for all flows.
         */
        Transport: {
            /**
             * Host jitter
             * @description Random part of the time that a host takes for an ACK: uniform, from the seed, order kept.
             *     0: exact hosts, whose packets meet at the queue in the same nanosecond again and again.
             * @default 0.00002
             */
            host_jitter_s: number;
            /**
             * Initial window
             * @description Congestion window at the start (RFC 6928: 10).
             * @default 10
             */
            initial_window_packets: number;
            /**
             * Smallest retransmission timeout
             * @description Lower bound of the RTO (Linux: 0.2 s; RFC 6298 2.4: 1 s).
             * @default 0.2
             */
            min_rto_s: number;
            /**
             * Burst of a paced sender
             * @description linux: 1 ms of the pacing rate, at least 2 packets (1 below 1.2 Mbit/s), at most 64 KB;
             *     ns3: 1 packet; packets: `send_quantum_packets`.
             * @default linux
             * @enum {string}
             */
            send_quantum: "linux" | "ns3" | "packets";
            /**
             * Packets of a burst
             * @description Only with `send_quantum` packets.
             * @default 1
             */
            send_quantum_packets: number;
            /**
             * Pace window-based algorithms
             * @description True: NewReno and CUBIC are paced as Linux does under the fq queue discipline; false: they
             *     send when an ACK arrives.
             * @default false
             */
            window_pacing: boolean;
        };
        /**
         * Truth
         * @description What is right, as far as it is known: of a prediction once anybody has run its step.
         */
        Truth: {
            curve?: components["schemas"]["TruthCurve"] | null;
            /** Number */
            number?: number | null;
            /**
             * Positions
             * @description Right options, or an order with the largest first.
             */
            positions?: number[] | null;
        };
        /**
         * TruthCurve
         * @description What a drawn curve is compared with.
         */
        TruthCurve: {
            /** Time S */
            time_s: number[];
            /** Values */
            values: (number | null)[];
        };
        /**
         * UDP
         * @description Packets at a steady rate without congestion control: nothing is acknowledged or repeated, and a loss changes nothing.
         */
        UdpTraffic: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "udp";
            /**
             * Rate
             * @description Bits per second on the wire, headers included; may exceed the link's.
             * @example 10000000
             */
            rate_bps: number;
        };
        /**
         * UnitFailure
         * @description Why a unit has no numbers, with what it takes to repeat it.
         */
        UnitFailure: {
            /** Core Version */
            core_version: string;
            /** Reason */
            reason: string;
            /** Seed */
            seed: number;
        };
        /**
         * ValueList
         * @description Values one by one: numbers, words, true or false, null, or whole objects.
         */
        ValueList: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "list";
            /**
             * Values
             * @description As a scenario has them: SI base units; for `flows.*.algorithm` for example
             *     `{"name": "bbr2"}`.
             */
            values: components["schemas"]["JsonValue"][];
        };
        /**
         * VariantValues
         * @description A number of one variant, of every seed.
         */
        VariantValues: {
            /**
             * Values
             * @description In the order of the seeds.
             */
            values: number[];
            /** Variant Id */
            variant_id: string;
        };
        /**
         * VerdictCells
         * @description By cell_index what is judged and what came of it; null in the cells of the baseline.
         */
        VerdictCells: {
            /**
             * Adjusted P
             * @description p value of the paired t test, adjusted for all cells of all arms.
             */
            adjusted_p: (number | null)[];
            /**
             * High
             * @description Upper end of it.
             */
            high: (number | null)[];
            /**
             * Low
             * @description Lower end of its 95% interval, for this cell alone.
             */
            low: (number | null)[];
            /**
             * Mean
             * @description Change from the baseline: of the distance to fair where `towards` is fair, else of the number; as a factor where `kind` is ratio.
             */
            mean: (number | null)[];
            /**
             * Verdict
             * @description more and less where neither is better; unclear: cannot be told; null: fewer than two pairs.
             */
            verdict: (("better" | "worse" | "more" | "less" | "unclear") | null)[];
        };
        /**
         * VerdictCounts
         * @description How many rows have which verdict.
         */
        VerdictCounts: {
            /** Cannot Tell */
            cannot_tell: number;
            /** Mixed */
            mixed: number;
            /** Not Checkable */
            not_checkable: number;
            /** Not Computed */
            not_computed: number;
            /** Outside */
            outside: number;
            /** Within */
            within: number;
        };
        /**
         * VersionRead
         * @description A published version.
         */
        VersionRead: {
            /** Number */
            number: number;
            /**
             * Published At
             * Format: date-time
             */
            published_at: string;
        };
        /**
         * WaitingRead
         * @description What a queued run waits for now. Ask again while `status` is queued.
         */
        WaitingRead: {
            /**
             * Ahead Count
             * @description Runs, windows of packets and batches of experiments that wait longer in its queue.
             */
            ahead_count: number;
            /**
             * Run Id
             * Format: uuid
             */
            run_id: string;
            /**
             * Status
             * @enum {string}
             */
            status: "queued" | "running" | "done" | "failed" | "cancelled";
            /**
             * Waits For
             * @description worker: none is there for its queue; start: one is starting; turn: those that are there are busy, or take it in this moment; broker: Redis, over which workers hear of runs, does not answer. null: it does not wait.
             */
            waits_for: ("worker" | "start" | "turn" | "broker") | null;
        };
        /**
         * WallAnswer
         * @description One answer; a wall does not say whose.
         */
        WallAnswer: {
            answer: components["schemas"]["JsonValue"];
        };
        /**
         * WallGame
         * @description A class in a game, on a wall.
         */
        WallGame: {
            /** Guess Count */
            guess_count: number;
            /** Right Count */
            right_count: number;
            /**
             * Table
             * @description What was taken (inner key) for what (outer key); null: it is not revealed.
             */
            table: {
                [key: string]: {
                    [key: string]: number;
                };
            } | null;
        };
        /**
         * WallKey
         * @description The key of a wall, shown once.
         */
        WallKey: {
            /** Wall Key */
            wall_key: string;
        };
        /**
         * WallRead
         * @description A class on a wall, without anything that says who somebody is or what is not revealed.
         */
        WallRead: {
            /**
             * Code
             * @description What students type to join; null: the class has ended.
             */
            code: string | null;
            /**
             * Done Count
             * @description Students who are done with the step.
             */
            done_count: number;
            /** Is Closed */
            is_closed: boolean;
            /** Is Locked */
            is_locked: boolean;
            /** Is Paused */
            is_paused: boolean;
            /**
             * Lab
             * @description As students get it.
             */
            lab: {
                [key: string]: unknown;
            };
            /** Name */
            name: string;
            /**
             * Step Id
             * @description The step that is shown.
             */
            step_id: string;
            /**
             * Steps
             * @description The step, or the predictions about its run; none as long as they are hidden.
             */
            steps: components["schemas"]["WallStep"][];
            /** Student Count */
            student_count: number;
        };
        /**
         * WallStep
         * @description What a wall may show of a step.
         */
        WallStep: {
            /** Answers */
            answers: components["schemas"]["WallAnswer"][];
            game: components["schemas"]["WallGame"] | null;
            map: components["schemas"]["MapRead"] | null;
            /**
             * Reached Count
             * @description Those of them who have reached its goal.
             */
            reached_count: number;
            /**
             * Runner Count
             * @description Students with a run of it.
             */
            runner_count: number;
            /** Step Id */
            step_id: string;
            /** Tally */
            tally: components["schemas"]["Tallied"][];
            /**
             * Tolerance Ratio
             * @description Within this part of `truth.number` an answer is right; null: no such number.
             */
            tolerance_ratio: number | null;
            truth: components["schemas"]["Truth"];
        };
        /**
         * WhatIfArm
         * @description One altered scenario, or the scenario itself.
         */
        WhatIfArm: {
            /**
             * Cell Index
             * @description Of the experiment.
             */
            cell_index: number;
            /**
             * Done Count
             * @description Seeds that have their numbers.
             */
            done_count: number;
            /** Failed Count */
            failed_count: number;
            /** Title */
            title: string;
        };
        /**
         * WhatIfOffers
         * @description What can be asked of a run without choosing anything.
         */
        WhatIfOffers: {
            /**
             * Is Quick
             * @description So little that nobody has to be asked before.
             */
            is_quick: boolean;
            /** Offers */
            offers: components["schemas"]["OfferedAlteration"][];
            /**
             * Predicted Packets
             * @description Of all offers and the scenario with these seeds.
             */
            predicted_packets: number;
            /**
             * Run Id
             * Format: uuid
             */
            run_id: string;
            /**
             * Seed Count
             * @description As many as one click may compute, at least three.
             */
            seed_count: number;
        };
        /**
         * WhatIfRead
         * @description The table: the first arm is the scenario as it is.
         */
        WhatIfRead: {
            /** Arms */
            arms: components["schemas"]["WhatIfArm"][];
            /** Core Version */
            core_version: string | null;
            /**
             * Experiment Id
             * Format: uuid
             */
            experiment_id: string;
            /**
             * Finished Unit Count
             * @description Done, or failed for good.
             */
            finished_unit_count: number;
            /**
             * Metrics
             * @description `items` and `against_baseline` by arm. An arm that left a flow group out has no number of that group, and null for its difference.
             */
            metrics: components["schemas"]["ComparedMetric"][];
            /** Seed Count */
            seed_count: number;
            /**
             * Status
             * @enum {string}
             */
            status: "running" | "paused" | "done" | "cancelled";
            /** Unit Count */
            unit_count: number;
        };
        /**
         * WhatIfRequest
         * @description The changes whose effect is wanted, each by itself.
         */
        WhatIfRequest: {
            /** Alterations */
            alterations: (components["schemas"]["WithoutGroup"] | components["schemas"]["EqualRtts"] | components["schemas"]["NoRandomLoss"] | components["schemas"]["OtherAlgorithm"] | components["schemas"]["OtherBuffer"])[];
            /**
             * Seed Count
             * @description Seeds of each arm. An interval needs two.
             * @default 20
             */
            seed_count: number;
        };
        /**
         * WindowRead
         * @description A time of the run.
         */
        WindowRead: {
            /** From S */
            from_s: number;
            /** To S */
            to_s: number;
        };
        /**
         * WithoutGroup
         * @description The flows of one group are not there.
         */
        WithoutGroup: {
            /**
             * Flow group
             * @description Which group, from 0.
             */
            group_index: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "without_group";
        };
    };
    responses: {
        /** @description `body-too-large`: The request's body has more bytes than the server takes. */
        BodyTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/body-too-large";
                };
            };
        };
        /** @description `class-closed`: The class is over: what was done can be read until it is deleted, and nothing added. */
        ClassClosed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/class-closed";
                };
            };
        };
        /** @description `class-closed`: The class is over: what was done can be read until it is deleted, and nothing added. `class-locked`: The class takes nobody in: its teacher has locked it, or the code has expired. `identifier-refused`: The class does not know this identifier, or somebody has joined with it already. */
        ClassClosedOrClassLockedOrIdentifierRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/class-closed" | "/api/problems/class-locked" | "/api/problems/identifier-refused";
                };
            };
        };
        /** @description `code-unknown`: No class has this join code, or no student of the class this recovery code. */
        CodeUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/code-unknown";
                };
            };
        };
        /** @description `coding-refused`: The body is compressed; the lab takes it only as it is. */
        CodingRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/coding-refused";
                };
            };
        };
        /** @description `database-away`: The database does not answer at the moment. Try again in a few seconds. */
        DatabaseAway: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/database-away";
                };
            };
        };
        /** @description `definition-differs`: The new definition of an experiment differs in more than added seeds or values. */
        DefinitionDiffers: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/definition-differs";
                };
            };
        };
        /** @description `disk-full`: The disk of the lab is nearly full: nothing new is computed until there is room. */
        DiskFull: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/disk-full";
                };
            };
        };
        /** @description `drafts-changed`: Another browser has written the drafts meanwhile: read, merge and write again. */
        DraftsChanged: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/drafts-changed";
                };
            };
        };
        /** @description `foreign-origin`: A page of another site had the browser send it; only the lab's own may change things. */
        ForeignOrigin: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/foreign-origin";
                };
            };
        };
        /** @description `head-too-large`: The address and the headers of the request have more bytes than the server takes. */
        HeadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/head-too-large";
                };
            };
        };
        /** @description `host-unknown`: The lab does not answer to this host name. Whoever runs it can allow the name. */
        HostUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/host-unknown";
                };
            };
        };
        /** @description `internal-error`: Something broke in the server. The request id finds it in the log. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/internal-error";
                };
            };
        };
        /** @description `invalid-input`: Something in the request is out of bounds; `errors` names each field, value and bound. */
        InvalidInput: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/invalid-input";
                };
            };
        };
        /** @description `invalid-input`: Something in the request is out of bounds; `errors` names each field, value and bound. `too-costly`: It would have more computed than the lab allows at once. Ask for less or for shorter runs. */
        InvalidInputOrTooCostly: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/invalid-input" | "/api/problems/too-costly";
                };
            };
        };
        /** @description `idempotency-key-reused`: The Idempotency-Key was sent before with another request. */
        KeyReused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/idempotency-key-reused";
                };
            };
        };
        /** @description `idempotency-key-reused`: The Idempotency-Key was sent before with another request. `storage-quota-reached`: The runs of this owner take as much room as they may. Delete some. */
        KeyReusedOrStorageQuotaReached: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/idempotency-key-reused" | "/api/problems/storage-quota-reached";
                };
            };
        };
        /** @description `limit-reached`: There are as many of these as there may be. Delete one first. */
        LimitReached: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/limit-reached";
                };
            };
        };
        /** @description `not-a-what-if`: The experiment does not ask what single alterations would change. */
        NotAWhatIf: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/not-a-what-if";
                };
            };
        };
        /** @description `not-an-evaluation`: The experiment does not put one algorithm into the situations of the league. */
        NotAnEvaluation: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/not-an-evaluation";
                };
            };
        };
        /** @description `not-done`: It is not done yet, or never will be: what is asked for exists once it is. */
        NotDone: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/not-done";
                };
            };
        };
        /** @description `not-done`: It is not done yet, or never will be: what is asked for exists once it is. `mixed-behaviours`: What is compared was computed by cores that behave differently. Run the older ones again. */
        NotDoneOrMixedBehaviours: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/not-done" | "/api/problems/mixed-behaviours";
                };
            };
        };
        /** @description `not-done`: It is not done yet, or never will be: what is asked for exists once it is. `other-behaviour`: It was computed by a core that behaves differently from the one of today. Run it again. */
        NotDoneOrOtherBehaviour: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/not-done" | "/api/problems/other-behaviour";
                };
            };
        };
        /** @description `not-done`: It is not done yet, or never will be: what is asked for exists once it is. `storage-quota-reached`: The runs of this owner take as much room as they may. Delete some. */
        NotDoneOrStorageQuotaReached: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/not-done" | "/api/problems/storage-quota-reached";
                };
            };
        };
        /** @description `not-found`: There is nothing under this address, or not any more. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/not-found";
                };
            };
        };
        /** @description `not-yours`: It belongs to another owner key; only that one may change it. */
        NotYours: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/not-yours";
                };
            };
        };
        /** @description `not-yours`: It belongs to another owner key; only that one may change it. `foreign-origin`: A page of another site had the browser send it; only the lab's own may change things. */
        NotYoursOrForeignOrigin: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/not-yours" | "/api/problems/foreign-origin";
                };
            };
        };
        /** @description `not-yours`: It belongs to another owner key; only that one may change it. `frozen`: It belongs to a link, a paper's page or a class and never changes. Make a copy. `foreign-origin`: A page of another site had the browser send it; only the lab's own may change things. */
        NotYoursOrFrozenOrForeignOrigin: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/not-yours" | "/api/problems/frozen" | "/api/problems/foreign-origin";
                };
            };
        };
        /** @description `nothing-compared`: The experiment compares no arms, so there are no differences. */
        NothingCompared: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/nothing-compared";
                };
            };
        };
        /** @description `owner-needed`: The request is about what belongs to a key and came without the header X-Lab-Owner. */
        OwnerNeeded: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/owner-needed";
                };
            };
        };
        /** @description `request-too-slow`: The request did not arrive in time. Send it again. */
        RequestTooSlow: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/request-too-slow";
                };
            };
        };
        /** @description `too-many-requests`: Too much was asked for in a short time; `Retry-After` says how long to wait. */
        TooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/too-many-requests";
                };
            };
        };
        /** @description `too-many-requests`: Too much was asked for in a short time; `Retry-After` says how long to wait. `quota-reached`: Too much of this owner's work is waiting; wait until some of it is done, or cancel some. */
        TooManyRequestsOrQuotaReached: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/too-many-requests" | "/api/problems/quota-reached";
                };
            };
        };
        /** @description `wrong-state`: What is asked for does not fit its state, for example to pause what is over. */
        WrongState: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/wrong-state";
                };
            };
        };
        /** @description `wrong-state`: What is asked for does not fit its state, for example to pause what is over. `class-closed`: The class is over: what was done can be read until it is deleted, and nothing added. */
        WrongStateOrClassClosed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/wrong-state" | "/api/problems/class-closed";
                };
            };
        };
        /** @description `wrong-state`: What is asked for does not fit its state, for example to pause what is over. `class-paused`: The teacher has paused the class: reading goes on, answers and runs wait. `class-closed`: The class is over: what was done can be read until it is deleted, and nothing added. `step-not-open`: The teacher leads through the lab and has not opened this step yet. `not-approved`: The teacher has not let this student in yet. */
        WrongStateOrClassPausedOrClassClosedOrStepNotOpenOrNotApproved: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/wrong-state" | "/api/problems/class-paused" | "/api/problems/class-closed" | "/api/problems/step-not-open" | "/api/problems/not-approved";
                };
            };
        };
        /** @description `wrong-state`: What is asked for does not fit its state, for example to pause what is over. `prediction-missing`: A step of a lab asks for a prediction of this run. It is run once that is answered. `class-paused`: The teacher has paused the class: reading goes on, answers and runs wait. `class-closed`: The class is over: what was done can be read until it is deleted, and nothing added. `step-not-open`: The teacher leads through the lab and has not opened this step yet. `not-approved`: The teacher has not let this student in yet. */
        WrongStateOrPredictionMissingOrClassPausedOrClassClosedOrStepNotOpenOrNotApproved: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemDetails"] & {
                    /** @enum {string} */
                    type?: "/api/problems/wrong-state" | "/api/problems/prediction-missing" | "/api/problems/class-paused" | "/api/problems/class-closed" | "/api/problems/step-not-open" | "/api/problems/not-approved";
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAlgorithms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlgorithmInfo"][];
                };
            };
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    listAlgorithmsNotPublic: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotPublic"][];
                };
            };
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readClassCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassPreview"];
                };
            };
            404: components["responses"]["CodeUnknown"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    joinClass: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClassJoin"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Joined"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["CodeUnknown"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["ClassClosedOrClassLockedOrIdentifierRefused"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    recoverStudent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClassRecovery"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Joined"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["CodeUnknown"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["ClassClosed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    listClasses: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassListed"][];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    createClass: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClassCreate"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassCreated"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readClass: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    deleteClass: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    changeClass: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClassPatch"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readClassBoard: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoardRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    closeClass: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    renewClassCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    streamClassEvents: {
        parameters: {
            query?: {
                /** @description control: what teachers set. */
                of?: "everything" | "control";
                /** @description With `control`: also what a teacher says to this student. */
                attempt?: string | null;
                /** @description Also their events, as of `/api/events`; what is not there is passed over. */
                run?: string[] | null;
            };
            header?: {
                /** @description Id of the last event received; browsers send it by themselves. */
                "last-event-id"?: string | null;
            };
            path: {
                class_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events `change`; of runs `state`, `progress` and `end`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string | components["schemas"]["ClassChange"] | components["schemas"]["RunEventRead"];
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    exportEvidence: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    exportGrades: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readClassGuide: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/markdown": string;
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    listSnapshots: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotRead"][];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    takeSnapshot: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SnapshotWrite"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnapshotRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["LimitReached"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    deleteSnapshot: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
                snapshot_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readClassStep: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
                step_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepBoardRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    removeStudent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
                student_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    changeStudent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
                student_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudentPatch"];
            };
        };
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    giveFeedback: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
                student_id: string;
                step_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedbackWrite"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedbackRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    renewTeacherKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeacherKey"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    joinAsTeacher: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeacherJoin"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    removeTeacher: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
                teacher_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readClassWall: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of a browser that teaches nothing. */
                "X-Lab-Wall"?: string | null;
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WallRead"];
                };
            };
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    renewWallKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                class_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WallKey"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    compare: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComparisonRequest"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComparisonRead"];
                };
            };
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["NotDoneOrMixedBehaviours"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readDrafts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftBundleRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    writeDrafts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DraftBundleWrite"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftBundleRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["ForeignOrigin"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["DraftsChanged"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    evaluate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvaluationRequest"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluationRead"];
                };
            };
            403: components["responses"]["ForeignOrigin"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInputOrTooCostly"];
            429: components["responses"]["TooManyRequestsOrQuotaReached"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
            507: components["responses"]["DiskFull"];
        };
    };
    readEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                experiment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluatedReport"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotAnEvaluation"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    streamEvents: {
        parameters: {
            query: {
                run: string[];
            };
            header?: {
                /** @description Id of the last event received; browsers send it by themselves. */
                "last-event-id"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events `state`, `progress` and `end`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["RunEventRead"];
                };
            };
            /** @description All runs are over and the reader has everything: do not reconnect. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    listExperiments: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string | null;
                /** @description Words that are all in the name, the axes, the labels or the algorithms. */
                q?: string;
            };
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentPage"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    createExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
                /** @description At least 128 random bits, new for each thing that is asked for. Who sends the request again with the same key gets what the first one made; 409 if that was something else. */
                "idempotency-key"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExperimentCreate"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentRead"];
                };
            };
            403: components["responses"]["ForeignOrigin"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInputOrTooCostly"];
            429: components["responses"]["TooManyRequestsOrQuotaReached"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
            507: components["responses"]["DiskFull"];
        };
    };
    checkExperiment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExperimentCheck"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentChecked"];
                };
            };
            403: components["responses"]["ForeignOrigin"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInputOrTooCostly"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                experiment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentRead"];
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    deleteExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                experiment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["NotYoursOrFrozenOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    renameExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                experiment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExperimentRename"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentRead"];
                };
            };
            403: components["responses"]["NotYoursOrFrozenOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    cancelExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                experiment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentRead"];
                };
            };
            403: components["responses"]["NotYoursOrFrozenOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readExperimentCell: {
        parameters: {
            query?: {
                /** @description Metrics to estimate, or ratios of two, repeated; none: all. */
                metric?: string[];
            };
            header?: never;
            path: {
                experiment_id: string;
                cell_index: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CellRead"];
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readExperimentCounts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                experiment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CellCounts"];
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readExperimentDifferences: {
        parameters: {
            query: {
                /** @description One of the experiment's `metrics`, or two with a slash between them: how many times the second the first is. */
                metric: string;
            };
            header?: never;
            path: {
                experiment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentDifferences"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["NothingCompared"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    exportExperiment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                experiment_id: string;
                format: "zip" | "csv" | "json" | "parquet" | "ipynb" | "latex" | "methods" | "bibtex";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never> | Record<string, never>[];
                    "application/vnd.apache.parquet": string;
                    "application/x-bibtex": string;
                    "application/x-ipynb+json": Record<string, never>;
                    "application/x-tex": string;
                    "application/zip": string;
                    "text/csv": string;
                    "text/plain": string;
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotDone"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    extendExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                experiment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExperimentExtend"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentRead"];
                };
            };
            403: components["responses"]["NotYoursOrFrozenOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["DefinitionDiffers"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInputOrTooCostly"];
            429: components["responses"]["TooManyRequestsOrQuotaReached"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
            507: components["responses"]["DiskFull"];
        };
    };
    readExperimentMap: {
        parameters: {
            query: {
                /** @description One of the experiment's `metrics`, or two with a slash between them: how many times the second the first is. */
                metric: string;
            };
            header?: never;
            path: {
                experiment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentMap"];
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    pauseExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                experiment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentRead"];
                };
            };
            403: components["responses"]["NotYoursOrFrozenOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readExperimentPoints: {
        parameters: {
            query: {
                /** @description One of the experiment's `metrics`, or two with a slash between them: how many times the second the first is. */
                x: string;
                /** @description One of the experiment's `metrics`, or two with a slash between them: how many times the second the first is. */
                y: string;
                /** @description Repeated; none: all cells. */
                cells?: number[];
            };
            header?: never;
            path: {
                experiment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentPoints"];
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readExperimentPrecision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                experiment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentPrecision"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["NothingCompared"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    resumeExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                experiment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentRead"];
                };
            };
            403: components["responses"]["NotYoursOrFrozenOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    retryExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                experiment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentRead"];
                };
            };
            403: components["responses"]["NotYoursOrFrozenOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
            507: components["responses"]["DiskFull"];
        };
    };
    readExperimentTable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                experiment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthRead"];
                };
            };
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    listLabAttempts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttemptListed"][];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readLabAttempt: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                attempt_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttemptRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    deleteLabAttempt: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                attempt_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    renameStudent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                attempt_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AliasWrite"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttemptClass"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["WrongStateOrClassClosed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    answerLabStep: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                attempt_id: string;
                step_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerWrite"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttemptRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["WrongStateOrClassPausedOrClassClosedOrStepNotOpenOrNotApproved"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readGameRound: {
        parameters: {
            query?: {
                from_s?: number;
                to_s?: number | null;
                points?: number;
            };
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                attempt_id: string;
                step_id: string;
                /** @description From 0. */
                round: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoundSeriesRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    beginGameRound: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                attempt_id: string;
                step_id: string;
                /** @description From 0. */
                round: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["WrongStateOrClassPausedOrClassClosedOrStepNotOpenOrNotApproved"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
            507: components["responses"]["DiskFull"];
        };
    };
    guessGameRound: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                attempt_id: string;
                step_id: string;
                /** @description From 0. */
                round: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuessWrite"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttemptRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["WrongStateOrClassPausedOrClassClosedOrStepNotOpenOrNotApproved"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    askForHelp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                attempt_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HelpWrite"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttemptClass"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["WrongStateOrClassClosed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readLabMap: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                attempt_id: string;
                step_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttemptMapRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    goToLabStep: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                attempt_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceWrite"];
            };
        };
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["WrongStateOrClassClosed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    renewRecoveryCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                attempt_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCode"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["WrongStateOrClassClosed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readSolutionsOfClass: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                attempt_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/markdown": string;
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WrongState"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    runLabStep: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                attempt_id: string;
                step_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabRunCreate"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["WrongStateOrPredictionMissingOrClassPausedOrClassClosedOrStepNotOpenOrNotApproved"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
            507: components["responses"]["DiskFull"];
        };
    };
    listLabDocuments: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentListed"][];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    createLabDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DocumentCreate"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["LimitReached"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readLabDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    writeLabDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                document_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DocumentWrite"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["DraftsChanged"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    deleteLabDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    publishLabDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    listLabs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabListed"][];
                };
            };
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    describeLab: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                lab_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabListed"];
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    startLab: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                lab_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttemptRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readSolutions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                lab_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/markdown": string;
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYours"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readWorksheet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                lab_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/markdown": string;
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readLeague: {
        parameters: {
            query?: {
                /** @description Evaluations that take part, too. */
                with?: string[] | null;
                /** @description Rank by this situation alone. */
                situation?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeagueRead"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotAnEvaluation"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readOEmbed: {
        parameters: {
            query: {
                url: string;
                maxwidth?: number;
                maxheight?: number;
                format?: "json";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OEmbedRead"];
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readOpening: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpeningCase"][];
                };
            };
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readOwner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnerRead"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    adoptOwner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Adoption"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Adopted"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["ForeignOrigin"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    listPapers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaperList"];
                };
            };
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readPaper: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Paper"];
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    listPresets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preset"][];
                };
            };
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readPreset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                preset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShippedPreset"];
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    listProblems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemKind"][];
                };
            };
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readProblem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemKind"];
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadyRead"];
                };
            };
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            /** @description Something is missing, and what. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadyRead"];
                };
            };
        };
    };
    readReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                algorithm: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    listRuns: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string | null;
                /** @description Words that are all in the name, the labels or the algorithms. */
                q?: string;
                /** @description One or more; none: all. */
                status?: ("queued" | "running" | "done" | "failed" | "cancelled")[] | null;
                /** @description `name` is without regard to case. */
                sort?: "newest" | "oldest" | "name";
            };
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunPage"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    createRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
                /** @description At least 128 random bits, new for each thing that is asked for. Who sends the request again with the same key gets what the first one made; 409 if that was something else. */
                "idempotency-key"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunCreate"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunRead"];
                };
            };
            403: components["responses"]["ForeignOrigin"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["KeyReusedOrStorageQuotaReached"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
            507: components["responses"]["DiskFull"];
        };
    };
    readRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunRead"];
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    deleteRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["NotYoursOrFrozenOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    renameRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunRename"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunRead"];
                };
            };
            403: components["responses"]["NotYoursOrFrozenOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    cancelRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunRead"];
                };
            };
            403: components["responses"]["NotYoursOrFrozenOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["WrongState"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readCauses: {
        parameters: {
            query?: {
                flows?: number[] | null;
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CausesRead"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotDoneOrOtherBehaviour"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    streamRunEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the last event received; browsers send it by themselves. */
                "last-event-id"?: string | null;
            };
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events `state`, `progress` and `end`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["RunEventRead"];
                };
            };
            /** @description All runs are over and the reader has everything: do not reconnect. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    exportRun: {
        parameters: {
            query?: {
                /** @description With qlog and pcapng: the part of the run whose packets are wanted, as it was given to readPackets. */
                from_s?: number | null;
                /** @description With qlog and pcapng: the part of the run whose packets are wanted, as it was given to readPackets. */
                to_s?: number | null;
            };
            header?: never;
            path: {
                run_id: string;
                format: "zip" | "csv" | "transfers" | "json" | "parquet" | "result" | "ipynb" | "latex" | "methods" | "bibtex" | "qlog" | "pcapng";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never> | Record<string, never>[];
                    "application/qlog+json": Record<string, never>;
                    "application/vnd.apache.parquet": string;
                    "application/x-bibtex": string;
                    "application/x-ipynb+json": Record<string, never>;
                    "application/x-pcapng": string;
                    "application/x-tex": string;
                    "application/zip": string;
                    "text/csv": string;
                    "text/plain": string;
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotDone"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readPackets: {
        parameters: {
            query: {
                from_s: number;
                to_s: number;
                limit?: number;
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PacketsRead"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotDoneOrOtherBehaviour"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readPhenomena: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhenomenaRead"];
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readSeries: {
        parameters: {
            query?: {
                /** @description Metrics to read, repeated; none: all of them. */
                metrics?: string[];
                /** @description flow, link, group, flow:0, link:0, group:0; repeated; none: all flows and links. */
                subjects?: string[];
                from_s?: number;
                to_s?: number | null;
                points?: number;
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesRead"];
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readTimeline: {
        parameters: {
            query?: {
                from_s?: number;
                to_s?: number | null;
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimelineRead"];
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readWaiting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingRead"];
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readWhatIfOffers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhatIfOffers"];
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    askWhatIf: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WhatIfRequest"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhatIfRead"];
                };
            };
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["KeyReused"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInputOrTooCostly"];
            429: components["responses"]["TooManyRequestsOrQuotaReached"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
            507: components["responses"]["DiskFull"];
        };
    };
    checkScenario: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScenarioCheck"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioChecked"];
                };
            };
            403: components["responses"]["ForeignOrigin"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readExperimentSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readScenarioSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
        };
    };
    readSeeds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SeedsWanted"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeedsTogether"];
                };
            };
            403: components["responses"]["ForeignOrigin"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readShared: {
        parameters: {
            query?: never;
            header: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
                /** @description The token of the link: what follows /s/ in it. */
                "x-lab-share": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareRead"];
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readSharedTraces: {
        parameters: {
            query?: never;
            header: {
                /** @description The token of the link: what follows /s/ in it. */
                "x-lab-share": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedTraces"];
                };
            };
            404: components["responses"]["NotFound"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    listShares: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareList"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    createShare: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShareCreate"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareMade"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["ForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            409: components["responses"]["NotDoneOrStorageQuotaReached"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    revokeShare: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque key of at least 128 random bits, made and kept by the browser. */
                "x-lab-owner"?: string | null;
            };
            path: {
                share_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareListed"];
                };
            };
            400: components["responses"]["OwnerNeeded"];
            403: components["responses"]["NotYoursOrForeignOrigin"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTooSlow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["CodingRefused"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readSpeed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpeedRead"];
                };
            };
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
    readWhatIf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                experiment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhatIfRead"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotAWhatIf"];
            421: components["responses"]["HostUnknown"];
            422: components["responses"]["InvalidInput"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["DatabaseAway"];
        };
    };
}
