// Made by tools/make_wire_types.py; digest 42554a0ed4fc5fba.

export interface components {
    schemas: {
        Advice: {
            message: components["schemas"]["Msg"];
            cells: components["schemas"]["Cell"][];
            /** @enum {string} */
            mark: "idle" | "order" | "";
        };
        BranchesRequest: {
            branches: number[];
        };
        Destination: {
            piece: string;
            to: components["schemas"]["Cell"];
            moves: components["schemas"]["Move"][];
        };
        Editor: {
            start: string;
            largest: number;
            format: string;
            paints: boolean;
            sides: boolean;
            grid: boolean;
            others: string[];
            tools: components["schemas"]["Tool"][];
        };
        EmblemPath: {
            path: string;
            /** @enum {string} */
            ink: "ink" | "hint";
            width: number | null;
        };
        Estimate: {
            heuristic: string;
            metric: string;
            value: number;
            admissible: boolean;
            terms: components["schemas"]["Term"][] | null;
        };
        Exit: {
            /** @enum {string} */
            side: "left" | "right" | "up" | "down";
            first: number;
            last: number;
        };
        Explained: {
            level: string | null;
            score: number | null;
            low: number | null;
            high: number | null;
            calibrated: boolean | null;
            why: components["schemas"]["Msg"] | null;
            note: components["schemas"]["Msg"] | null;
            reason: components["schemas"]["Msg"] | null;
            advice: components["schemas"]["Advice"][];
            time: components["schemas"]["Msg"] | null;
            expected: components["schemas"]["Msg"] | null;
            proved: boolean;
            explanation: components["schemas"]["RatingExplanation"] | null;
        };
        Factor: {
            text: components["schemas"]["Msg"];
            typical: components["schemas"]["Msg"] | number;
            remark: components["schemas"]["Msg"] | null;
            by: number;
        };
        Family: {
            name: string;
            title: components["schemas"]["Msg"];
            levels: number;
            sizes: components["schemas"]["Size"][];
            default_sizes: {
                [key: string]: string;
            };
            borders: number[];
            calibrated: boolean;
            weighs: number;
            formats: string[];
            metrics: components["schemas"]["Metric"][];
            /** @enum {string} */
            motion: "slides" | "gap" | "walks" | "placed";
            merges: boolean;
            turn: string | null;
            counts: string[];
            logged: boolean;
            wide_moves: boolean;
            homes: string | null;
            leaves: boolean;
            equal_costs: boolean;
            sky: components["schemas"]["Sky"];
            /** @enum {string} */
            ground: "board" | "isle";
            emblem: [
                number,
                number,
                number,
                number,
                number | "target",
                number
            ][];
            strokes: components["schemas"]["EmblemPath"][];
            nouns: {
                [key: string]: components["schemas"]["Msg"];
            };
            noun: components["schemas"]["Msg"];
            keys: components["schemas"]["Key"][];
            words: components["schemas"]["Words"];
            editor: components["schemas"]["Editor"] | null;
        };
        Fault: {
            message: components["schemas"]["Msg"];
            line: number | null;
            column: number | null;
            cells: components["schemas"]["Cell"][];
        };
        Film: {
            width: number;
            height: number;
            drawings: string[];
            frames: components["schemas"]["Frame"][];
        };
        Frame: {
            time: number;
            places: [
                number,
                number,
                number
            ][];
        };
        Goal: {
            text: components["schemas"]["Msg"];
            rest: components["schemas"]["Msg"] | null;
            each: components["schemas"]["PieceGoal"][];
        };
        HandAnswer: {
            position: components["schemas"]["Position"];
            selected: string;
            turn: number;
            corner: components["schemas"]["Cell"] | null;
            stars: components["schemas"]["Cell"][];
            preview: components["schemas"]["Cell"][];
            turns: number;
            form: components["schemas"]["Cell"][];
            caption: string;
            victory: boolean;
            message: components["schemas"]["Msg"] | null;
        };
        HandRequest: {
            /** @enum {string} */
            act: "select" | "preview" | "place" | "lock" | "lock_all" | "escape" | "turn" | "clear";
            /** @default  */
            piece: string;
            cell?: components["schemas"]["Cell"] | null;
            /** @default  */
            selected: string;
            preview?: components["schemas"]["Cell"] | null;
            /** @default 0 */
            turn: number;
        };
        Health: {
            running: number;
            waiting: number;
            workers: number;
            seconds: number | null;
            memory: number | null;
        };
        Home: {
            piece: string;
            cells: components["schemas"]["Cell"][];
        };
        IdsRequest: {
            ids: string[];
        };
        Key: {
            keys: string[];
            does: components["schemas"]["Msg"];
        };
        LabEnd: {
            reason: components["schemas"]["Msg"] | null;
            finished: boolean;
        };
        LabEvents: {
            ended: number;
            algorithm: string;
            heuristic: string | null;
            /** @enum {string} */
            status: "solved" | "unsolvable" | "gave_up";
            cost: number | null;
            optimal: boolean;
            expanded: number;
            generated: number;
            max_frontier: number;
            seconds: number;
            metric: string;
            reason: components["schemas"]["Msg"] | null;
            again: number;
            outside: number;
            kinds: number[];
            numbers: number[];
            path: number[];
        };
        LabFigures: {
            ended: number;
            algorithm: string;
            heuristic: string | null;
            /** @enum {string} */
            status: "solved" | "unsolvable" | "gave_up";
            cost: number | null;
            optimal: boolean;
            expanded: number;
            generated: number;
            max_frontier: number;
            seconds: number;
            metric: string;
            reason: components["schemas"]["Msg"] | null;
        };
        LabSamples: {
            ended: number;
            algorithm: string;
            heuristic: string | null;
            /** @enum {string} */
            status: "solved" | "unsolvable" | "gave_up";
            cost: number | null;
            optimal: boolean;
            expanded: number;
            generated: number;
            max_frontier: number;
            seconds: number;
            metric: string;
            reason: components["schemas"]["Msg"] | null;
            again: number;
            outside: number;
            at: number[];
            expanded_by_tower: number[][];
            frontier_by_tower: number[][];
            changed: number[];
            shares: number[];
            ends: number[];
            path: number[];
        };
        LabSkyline: {
            metric: string;
            reason: components["schemas"]["Msg"] | null;
            states: number;
            goals: number;
            best: number | null;
            towers: number[];
            windows: boolean;
            per_window: number;
        };
        LabSkylinePart: {
            skyline: components["schemas"]["LabWindows"] | components["schemas"]["LabSkyline"];
        };
        LabStart: {
            searches: [
                string,
                string | null
            ][];
            algorithms: string[];
            informed: string[];
            heuristics: string[];
            metrics: string[];
            metric: string;
        };
        LabWindows: {
            metric: string;
            reason: components["schemas"]["Msg"] | null;
            states: number;
            goals: number;
            best: number | null;
            towers: number[];
            windows: boolean;
            per_window: number;
            distance: number[];
            parent: number[];
            branch: number[];
        };
        Level: {
            index: number;
            title: string | null;
            line: number;
            id: string | null;
            family: string | null;
            scene: components["schemas"]["Scene"] | null;
            cells: number;
            cost: number | null;
            level: string | null;
            difficulty: string | null;
            time: components["schemas"]["Msg"] | null;
            other: components["schemas"]["Other"] | null;
            error: components["schemas"]["Trouble"] | null;
        };
        Levels: {
            family: string | null;
            levels: components["schemas"]["Level"][];
            left_out: number;
            all_counted: boolean;
        };
        LevelsRequest: {
            text: string;
            family?: string | null;
        };
        Library: {
            families: {
                [key: string]: number;
            };
            family: string | null;
            sizes: string[];
            left_out: number;
            shelves: components["schemas"]["Shelf"][];
        };
        Line: {
            notation: string;
            cost: number;
            solved: boolean;
        };
        Loss: {
            since: number;
            exact: boolean;
            why: components["schemas"]["Fault"];
        };
        Metric: {
            name: string;
            counted: components["schemas"]["Msg"];
            label: components["schemas"]["Msg"];
            some: components["schemas"]["Msg"];
        };
        Move: {
            piece: string;
            to: components["schemas"]["Cell"];
            turn: number;
        };
        MoveRequest: {
            piece: string;
            to: components["schemas"]["Cell"];
            /** @default 0 */
            turn: number;
        };
        MovesRequest: {
            moves: components["schemas"]["MoveRequest"][];
        };
        Msg: {
            text: string;
            values: {
                [key: string]: number | string | components["schemas"]["Msg"];
            };
            one?: string;
        };
        NewLevel: {
            index: number;
            title: string | null;
            line: number;
            id: string | null;
            family: string | null;
            scene: components["schemas"]["Scene"] | null;
            cells: number;
            cost: number | null;
            level: string | null;
            difficulty: string | null;
            time: components["schemas"]["Msg"] | null;
            other: components["schemas"]["Other"] | null;
            error: components["schemas"]["Trouble"] | null;
            seed: number;
            size: string;
            calibrated: boolean;
            date: string | null;
        };
        Other: {
            text: components["schemas"]["Msg"];
            label: components["schemas"]["Msg"];
            id: string;
        };
        Piece: {
            id: string;
            cells: components["schemas"]["Cell"][];
            kind: string;
            label: string;
            state: string;
            turns: number;
            hue: number;
            tone: number;
            pattern: number;
            style: string;
            light: number;
            chroma: number;
        };
        PieceGoal: {
            piece: string;
            place: components["schemas"]["Msg"];
            state: components["schemas"]["Msg"];
        };
        PlayEvent: {
            at: number;
            /** @enum {string} */
            kind: "start" | "move" | "undo" | "redo" | "restart" | "hint" | "win" | "give_up" | "leave";
            position: string;
        };
        PlayRequest: {
            play: string;
            level: string;
            first: number;
            events: components["schemas"]["PlayEvent"][];
        };
        Played: {
            position: components["schemas"]["Position"];
            words: components["schemas"]["Msg"][];
            costs: {
                [key: string]: number;
            }[];
            ids: string[];
        };
        PlaysAnswer: {
            enabled: boolean;
        };
        Position: {
            id: string;
            family: string;
            title: string | null;
            best: number | null;
            next: string | null;
            metrics: string[];
            scene: components["schemas"]["Scene"];
            destinations: components["schemas"]["Destination"][];
            solved: boolean;
            goal: components["schemas"]["Goal"] | null;
            other: components["schemas"]["Other"] | null;
            dead: components["schemas"]["Fault"] | null;
        };
        Preview: {
            cells: components["schemas"]["Cell"][];
            refused: components["schemas"]["Msg"] | null;
        };
        Progress: {
            expanded: number;
            bound: number | null;
            seconds: number;
        };
        RatingExplanation: {
            borders: number[];
            seconds: number;
            typical_seconds: number;
            typical: components["schemas"]["Msg"];
            factors: components["schemas"]["Factor"][];
            counted: components["schemas"]["Msg"][];
            notes: components["schemas"]["Msg"][];
        };
        Reason: {
            message: components["schemas"]["Msg"];
            pieces: string[];
            cells: components["schemas"]["Cell"][];
        };
        ReasonRequest: {
            moves: components["schemas"]["MoveRequest"][];
        };
        ReplayRequest: {
            notation: string;
        };
        Replayed: {
            moves: components["schemas"]["Move"][];
            words: components["schemas"]["Msg"][];
            costs: {
                [key: string]: number;
            }[];
            scene: components["schemas"]["Scene"];
            steps: components["schemas"]["Step"][];
            metric: string;
            cost: number;
            solved: boolean;
        };
        Review: {
            metric: string;
            distances: number[];
            runs: components["schemas"]["Run"][];
            cost: number;
            best: number;
            proved: boolean;
        };
        RulesCard: {
            moves: components["schemas"]["Move"][];
            words: components["schemas"]["Msg"][];
            costs: {
                [key: string]: number;
            }[];
            scene: components["schemas"]["Scene"];
            steps: components["schemas"]["Step"][];
            goal: components["schemas"]["Msg"];
            move: components["schemas"]["Msg"];
            win: components["schemas"]["Msg"];
            shown: number;
        };
        Run: {
            first: number;
            count: number;
        };
        Sample: {
            kind: string;
            hue: number;
            tone: number;
            pattern: number;
            style: string;
            wide: number | null;
        };
        Scene: {
            family: string;
            rows: number;
            cols: number;
            floor: string[];
            pieces: components["schemas"]["Piece"][];
            exit: components["schemas"]["Exit"] | null;
            waiting: components["schemas"]["Piece"][];
            goal: components["schemas"]["Scene"] | null;
            homes: components["schemas"]["Home"][];
        };
        Shelf: {
            level: string | null;
            total: number;
            levels: components["schemas"]["Level"][];
        };
        Size: {
            name: string;
            rows: number;
            cols: number;
            difficulties: string[];
        };
        Sketch: {
            text: string;
            scene: components["schemas"]["Scene"];
            faults: components["schemas"]["SketchFault"][];
            id: string | null;
            formats: {
                [key: string]: string;
            };
            refused: components["schemas"]["Msg"] | null;
            greeting: components["schemas"]["Msg"] | null;
        };
        SketchFault: {
            message: components["schemas"]["Msg"];
            line: number | null;
            column: number | null;
            cells: components["schemas"]["Cell"][];
            fix: components["schemas"]["Msg"] | null;
        };
        SketchRequest: {
            text: string;
            family: string;
            edit?: ("put" | "move" | "turn" | "erase" | "size" | "empty" | "exit" | "lock" | "fix") | null;
            /** @default  */
            tool: string;
            cell?: components["schemas"]["Cell"] | null;
            to?: components["schemas"]["Cell"] | null;
        };
        Sky: {
            day: number;
            night: number;
        };
        Solution: {
            level: string | null;
            score: number | null;
            low: number | null;
            high: number | null;
            calibrated: boolean | null;
            why: components["schemas"]["Msg"] | null;
            note: components["schemas"]["Msg"] | null;
            reason: components["schemas"]["Msg"] | null;
            advice: components["schemas"]["Advice"][];
            time: components["schemas"]["Msg"] | null;
            expected: components["schemas"]["Msg"] | null;
            proved: boolean;
            explanation: components["schemas"]["RatingExplanation"] | null;
            moves: components["schemas"]["Move"][];
            words: components["schemas"]["Msg"][];
            costs: {
                [key: string]: number;
            }[];
            scene: components["schemas"]["Scene"];
            steps: components["schemas"]["Step"][];
            /** @enum {string} */
            status: "solved" | "unsolvable" | "gave_up";
            metric: string;
            cost: number | null;
            optimal: boolean;
            lower_bound: number | null;
            expanded: number;
            generated: number;
            seconds: number;
            algorithm: string;
            solutions: number | null;
        };
        StartupLevels: {
            family: string | null;
            levels: components["schemas"]["Level"][];
            left_out: number;
            all_counted: boolean;
            library: boolean;
        };
        Step: {
            gone: string[];
            now: components["schemas"]["Piece"][];
            waiting: string[] | null;
            id: string;
        };
        Term: {
            amount: number;
            words: components["schemas"]["Msg"];
            pieces: string[];
            cells: components["schemas"]["Cell"][];
        };
        Tool: {
            name: string;
            label: components["schemas"]["Msg"];
            wide: number;
            high: number;
            piece: components["schemas"]["Sample"] | null;
            mark: ("wall" | "aim" | "floor") | null;
            icon: string | null;
            drops: boolean;
            over: boolean;
            grows: boolean;
            stretches: boolean;
            turns: boolean;
            unique: boolean;
            at_once: boolean;
            erases: boolean;
            /** @enum {string} */
            on_piece: "turn" | "put" | "lock" | "erase";
        };
        Trouble: {
            error: string;
            message: components["schemas"]["Msg"];
            faults: components["schemas"]["Fault"][];
        };
        Variation: {
            id: string;
            text: string;
            scene: components["schemas"]["Scene"];
            cells: components["schemas"]["Cell"][];
            changes: components["schemas"]["Msg"][];
            cost: number;
            seconds: number | null;
            difficulty: string | null;
        };
        VariationsEnd: {
            reason: components["schemas"]["Msg"] | null;
            finished: boolean;
        };
        WalkRequest: {
            piece: string;
            to: components["schemas"]["Cell"];
        };
        Walked: {
            position: components["schemas"]["Position"];
            words: components["schemas"]["Msg"][];
            costs: {
                [key: string]: number;
            }[];
            ids: string[];
            trail: {
                [key: string]: components["schemas"]["Cell"];
            }[];
        };
        Ways: {
            places: number[][];
        };
        Words: {
            call: components["schemas"]["Msg"];
            tag: components["schemas"]["Msg"];
            desk: components["schemas"]["Msg"] | null;
            phone: components["schemas"]["Msg"] | null;
            promise: components["schemas"]["Msg"];
            order: components["schemas"]["Msg"];
            play: components["schemas"]["Msg"] | null;
            draw: components["schemas"]["Msg"] | null;
            task: components["schemas"]["Msg"];
            task_touch: components["schemas"]["Msg"] | null;
            task_hint: components["schemas"]["Msg"] | null;
            begin: components["schemas"]["Msg"] | null;
            won: components["schemas"]["Msg"];
            ended: components["schemas"]["Msg"];
            undo: components["schemas"]["Msg"];
            goal: components["schemas"]["Msg"] | null;
            goal_full: components["schemas"]["Msg"] | null;
        };
        Cell: readonly number[];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Advice = components['schemas']['Advice'];
export type BranchesRequest = components['schemas']['BranchesRequest'];
export type Destination = components['schemas']['Destination'];
export type Editor = components['schemas']['Editor'];
export type EmblemPath = components['schemas']['EmblemPath'];
export type Estimate = components['schemas']['Estimate'];
export type Exit = components['schemas']['Exit'];
export type Explained = components['schemas']['Explained'];
export type Factor = components['schemas']['Factor'];
export type Family = components['schemas']['Family'];
export type Fault = components['schemas']['Fault'];
export type Film = components['schemas']['Film'];
export type Frame = components['schemas']['Frame'];
export type Goal = components['schemas']['Goal'];
export type HandAnswer = components['schemas']['HandAnswer'];
export type HandRequest = components['schemas']['HandRequest'];
export type Health = components['schemas']['Health'];
export type Home = components['schemas']['Home'];
export type IdsRequest = components['schemas']['IdsRequest'];
export type Key = components['schemas']['Key'];
export type LabEnd = components['schemas']['LabEnd'];
export type LabEvents = components['schemas']['LabEvents'];
export type LabFigures = components['schemas']['LabFigures'];
export type LabSamples = components['schemas']['LabSamples'];
export type LabSkyline = components['schemas']['LabSkyline'];
export type LabSkylinePart = components['schemas']['LabSkylinePart'];
export type LabStart = components['schemas']['LabStart'];
export type LabWindows = components['schemas']['LabWindows'];
export type Level = components['schemas']['Level'];
export type Levels = components['schemas']['Levels'];
export type LevelsRequest = components['schemas']['LevelsRequest'];
export type Library = components['schemas']['Library'];
export type Line = components['schemas']['Line'];
export type Loss = components['schemas']['Loss'];
export type Metric = components['schemas']['Metric'];
export type Move = components['schemas']['Move'];
export type MoveRequest = components['schemas']['MoveRequest'];
export type MovesRequest = components['schemas']['MovesRequest'];
export type Msg = components['schemas']['Msg'];
export type NewLevel = components['schemas']['NewLevel'];
export type Other = components['schemas']['Other'];
export type Piece = components['schemas']['Piece'];
export type PieceGoal = components['schemas']['PieceGoal'];
export type PlayEvent = components['schemas']['PlayEvent'];
export type PlayRequest = components['schemas']['PlayRequest'];
export type Played = components['schemas']['Played'];
export type PlaysAnswer = components['schemas']['PlaysAnswer'];
export type Position = components['schemas']['Position'];
export type Preview = components['schemas']['Preview'];
export type Progress = components['schemas']['Progress'];
export type RatingExplanation = components['schemas']['RatingExplanation'];
export type Reason = components['schemas']['Reason'];
export type ReasonRequest = components['schemas']['ReasonRequest'];
export type ReplayRequest = components['schemas']['ReplayRequest'];
export type Replayed = components['schemas']['Replayed'];
export type Review = components['schemas']['Review'];
export type RulesCard = components['schemas']['RulesCard'];
export type Run = components['schemas']['Run'];
export type Sample = components['schemas']['Sample'];
export type Scene = components['schemas']['Scene'];
export type Shelf = components['schemas']['Shelf'];
export type Size = components['schemas']['Size'];
export type Sketch = components['schemas']['Sketch'];
export type SketchFault = components['schemas']['SketchFault'];
export type SketchRequest = components['schemas']['SketchRequest'];
export type Sky = components['schemas']['Sky'];
export type Solution = components['schemas']['Solution'];
export type StartupLevels = components['schemas']['StartupLevels'];
export type Step = components['schemas']['Step'];
export type Term = components['schemas']['Term'];
export type Tool = components['schemas']['Tool'];
export type Trouble = components['schemas']['Trouble'];
export type Variation = components['schemas']['Variation'];
export type VariationsEnd = components['schemas']['VariationsEnd'];
export type WalkRequest = components['schemas']['WalkRequest'];
export type Walked = components['schemas']['Walked'];
export type Ways = components['schemas']['Ways'];
export type Words = components['schemas']['Words'];
export type Cell = components['schemas']['Cell'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
