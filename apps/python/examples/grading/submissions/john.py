def expanded(roads, h, start, goal):
    paths, cheapest, order = [(0, [start])], {}, []
    while paths:
        g, path = paths.pop(min(range(len(paths)), key=lambda i: paths[i][0] + h[paths[i][1][-1]]))
        town = path[-1]
        if cheapest.setdefault(town, g + 1) <= g:
            continue
        cheapest[town] = g
        order.append(town)
        if town == goal:
            return order
        paths += [(g + length, [*path, other]) for other, length in roads[town]]
